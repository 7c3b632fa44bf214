import { type Entry, erasureOf, ERASED, type Json, SEALED } from "../rules.ts";

/** Kind of the entry that corrects another. Not one of the history's own kinds, so it can be erased. */
export const CORRECTION = "history.correction";

/** One statement of an entry; `name` is empty if it needs none. */
export interface Statement {
  readonly name: string;
  readonly value: string;
}

/** Formats a kind such as `jobs.note` for people. */
export function describeKind(kind: string): string {
  if (kind === SEALED) return "Locked";
  if (kind === ERASED) return "Erased";
  if (kind === CORRECTION) return "Correction";
  const [feature = "", what = ""] = kind.split(".");
  const words = what.replaceAll("-", " ");
  return feature === "jobs" ? capital(words) : `${capital(feature)}: ${words}`;
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Flattens a payload to one line per value: `items.2.name: Flashing`. */
export function flat(value: Json, name = ""): Statement[] {
  if (value === null || typeof value !== "object")
    return [{ name, value: value === null ? "none" : String(value) }];
  return Object.entries(value).flatMap(([part, one]) => flat(one, name ? `${name}.${part}` : part));
}

/** Formats an erasure entry. @param when formats an ISO instant */
export function formatErasureLines(entry: Entry, when: (moment: string) => string): Statement[] | null {
  const erasure = erasureOf(entry);
  if (!erasure) return null;
  return [
    { name: "rule", value: erasure.rule },
    { name: "entries", value: erasure.entries.join(", ") || "none" },
    ...(erasure.media.length
      ? [{ name: "photos", value: erasure.media.map((sha256) => sha256.slice(0, 8)).join(", ") }]
      : []),
    ...erasure.kept.map(({ entry: number, reason, until }) => ({
      name: "kept",
      value: `entry ${number}: ${reason}, until ${when(until)}`,
    })),
  ];
}

// Fields left off the screen, which shows the author itself; the rest only matters to machines.
const MACHINES_ALONE = new Set(["by", "command", "record", "seal"]);

/**
 * Formats an entry for the screen, without technical fields and with words instead of field names. The export
 * has everything.
 * @param people names by id
 */
export function formatEntryLines(
  entry: Entry,
  people: ReadonlyMap<string, string>,
  when: (moment: string) => string,
): Statement[] {
  const erasure = formatErasureLines(entry, when);
  if (erasure) return erasure;
  return flat(entry.payload)
    .filter(({ name }) => !MACHINES_ALONE.has(name))
    .map(({ name, value }) => spoken(name.replace(/^sets\./, ""), value, people, when));
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function spoken(
  name: string,
  value: string,
  people: ReadonlyMap<string, string>,
  when: (moment: string) => string,
): Statement {
  if (name === "text" || name === "words") return { name: "", value };
  const parts = name
    .split(".")
    .map((part) => people.get(part) ?? part.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase());
  const cents = parts.at(-1)!.endsWith("cents") && /^-?\d+$/.test(value);
  if (cents)
    return {
      name: parts.join(" ").replace(/ ?cents$/, ""),
      value: (Number(value) / 100).toLocaleString("en-US", TWO_DIGITS),
    };
  return {
    name: parts.join(", "),
    value: people.get(value) ?? (MOMENT.test(value) ? when(value) : (YES_NO[value] ?? value)),
  };
}

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const YES_NO: Readonly<Record<string, string>> = { true: "yes", false: "no" };
