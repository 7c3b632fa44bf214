import { headerBytes, payloadBytes } from "./entry-bytes.ts";
import { type Checks, missingMessage, type Problem } from "./findings.ts";
import type { Line } from "../export/history-file.ts";
import { type Entry, erasureOf, FILES } from "../rules.ts";

/** Intact entries of a history by number, and the problems of the rest. */
export interface Chain {
  readonly entries: ReadonlyMap<number, Entry>;
  readonly problems: Problem[];
  /** Number of the last entry, readable or not. */
  readonly last: number;
}

/**
 * Verifies numbers, order, links, headers and texts of a history, and lists the problems.
 * @param withheld entries whose text the signed manifest says isn't in this copy
 */
export async function verifyChain(
  lines: readonly Line[],
  checks: Pick<Checks, "sha256">,
  withheld: ReadonlySet<number> = new Set(),
): Promise<Chain> {
  const problems: Problem[] = [];
  const report = (line: number, entry: number, words: string) =>
    void problems.push({ file: FILES.history, line, entry, words });
  const sound = new Set<Line>();
  for (const line of lines)
    if (line.entry && (await checks.sha256(headerBytes(line.entry))) === line.entry.hash) sound.add(line);

  // An entry with a wrong hash may have a false number, so identify it by its line.
  const numbersThere = new Set([...sound].map((line) => line.entry!.number));
  const entries = new Map<number, Entry>();
  let [expected, unreadable] = [1, 0];
  for (const line of lines) {
    if (!sound.has(line)) {
      report(
        line.line,
        expected,
        line.entry
          ? changedMessage(line.entry, expected)
          : `Entry ${expected}: its line was changed and can’t be read.`,
      );
      expected++;
      unreadable++;
      continue;
    }
    const entry = line.entry!;
    const { number } = entry;
    if (entries.has(number)) {
      report(line.line, number, `Entry ${number} appears twice.`);
      continue;
    }
    if (number > expected) {
      const gaps = range(expected, number - 1).filter((one) => !numbersThere.has(one));
      if (gaps.length > 0) report(line.line, gaps[0]!, missingMessage(gaps[0]!, gaps.at(-1)!));
      if (gaps.length < number - expected)
        report(line.line, number, `Entry ${number} is in the wrong place.`);
    } else if (number < expected && unreadable === 0)
      report(line.line, number, `Entry ${number} is in the wrong place.`);
    entries.set(number, entry);
    // The two halves of a line that was cut in two count as one.
    expected = number >= expected || unreadable > 0 ? number + 1 : expected;
    unreadable = 0;
  }
  const lineOf = new Map([...sound].map((line) => [line.entry!.number, line.line]));
  await verifyTexts(entries, checks, withheld, (number, words) =>
    report(lineOf.get(number) ?? number, number, words),
  );
  verifyLinks(entries, (number, words) => report(lineOf.get(number) ?? number, number, words));
  return { entries, problems, last: expected - 1 };
}

const changedMessage = (entry: Entry, expected: number) =>
  entry.number === expected
    ? `Entry ${expected}: its times, kind, author, photos, or hash were changed.`
    : `Entry ${expected}: its number, and maybe more, was changed. It’s now numbered ${entry.number}.`;

/** Caps the list: a made-up number must not produce millions of entries. */
const range = (from: number, to: number) =>
  Array.from({ length: Math.min(to - from + 1, 100_000) }, (_, at) => from + at);

type Report = (number: number, words: string) => void;

async function verifyTexts(
  entries: ReadonlyMap<number, Entry>,
  checks: Pick<Checks, "sha256">,
  withheld: ReadonlySet<number>,
  report: Report,
): Promise<void> {
  const erased = new Set<number>();
  const texts = new Map<number, "good" | "changed" | "gone">();
  for (const entry of entries.values()) {
    const { number, payload, salt } = entry;
    if (payload === null && salt === null) texts.set(number, "gone");
    else {
      const fits =
        payload !== null &&
        salt !== null &&
        (await checks.sha256(payloadBytes(payload, salt))) === entry.payloadHash;
      texts.set(number, fits ? "good" : "changed");
      // Only an intact entry may prove an erasure.
      if (fits) for (const one of erasureOf(entry)?.entries ?? []) erased.add(one);
    }
  }
  for (const [number, text] of texts) {
    if (text === "changed") report(number, `Entry ${number}: its text was changed.`);
    else if (text === "gone" && !erased.has(number) && !withheld.has(number))
      report(number, `Entry ${number}: its text was removed, and no entry says it was deleted.`);
  }
}

function verifyLinks(entries: ReadonlyMap<number, Entry>, report: Report): void {
  const first = entries.values().next().value;
  for (const entry of entries.values()) {
    const { number } = entry;
    if (entry.account !== first?.account || entry.job !== first.job)
      report(number, `Entry ${number} belongs to another job.`);
    if (number === 1) {
      if (entry.previousHash !== null) report(number, "Entry 1 says there was an entry before it.");
      continue;
    }
    const before = entries.get(number - 1);
    if (before && before.hash !== entry.previousHash)
      report(
        number - 1,
        `Entry ${number - 1} was changed and rehashed: entry ${number} doesn’t follow from it.`,
      );
  }
}

/** Wraps entries from a database as lines. */
export const asLines = (entries: readonly Entry[]): Line[] =>
  entries.map((entry, at) => ({ line: at + 1, entry }));

/** The bytes that verifying these entries hashes, for benchmarks. */
export const hashedBytes = (entries: readonly Entry[]): Uint8Array<ArrayBuffer>[] =>
  entries.flatMap((entry) => [
    headerBytes(entry),
    ...(entry.salt === null ? [] : [payloadBytes(entry.payload, entry.salt)]),
  ]);
