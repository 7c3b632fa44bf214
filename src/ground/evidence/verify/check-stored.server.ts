import { createHash } from "node:crypto";
import { AppError } from "#platform/errors/app-error.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { signedBytes } from "./entry-bytes.ts";
import { historyOf, lockHead, sealsOf } from "../entries.server.ts";
import { missingMessage, shortHash } from "./findings.ts";
import { yieldingChecks } from "./hashing.server.ts";
import { publicKeys } from "../seal/keys.server.ts";
import {
  namedOriginals,
  type Original,
  type Originals,
  storedOriginals,
} from "../export/originals.server.ts";
import { type Entry, lateEntries, type PublicKey, type Seal } from "../rules.ts";
import { asLines, verifyChain } from "./verify-chain.ts";
import { verifySeals } from "./verify.ts";

/** A history as stored, to be checked outside the transaction that read it. */
interface Stored {
  readonly account: string;
  readonly head: { readonly number: number; readonly hash: string | null };
  readonly entries: readonly Entry[];
  readonly seals: readonly Seal[];
  readonly keys: readonly PublicKey[];
}

export interface Located {
  readonly entry: number | null;
  readonly words: string;
}

/** Result of checking a stored history. */
export interface Found {
  readonly problems: readonly Located[];
  readonly entries: number;
  readonly seals: number;
  readonly late: number;
  /** Originals read completely and found to match their hash. */
  readonly photos: number;
  /** Originals with the right size that were not read, because there are too many for one request. */
  readonly unread: number;
  /** Originals that no device has sent yet. */
  readonly absent: number;
}

/** Reads a job's history for a check. @throws AppError not_found for a job without one */
export async function readStored(ctx: AccountContext, job: string): Promise<Stored> {
  // Locks out appends and erasures, so it is a consistent snapshot.
  const { number, hash } = await lockHead(ctx, job);
  if (number === 0) throw new AppError("not_found", "Nothing has happened on this job yet.");
  const entries = (await Array.fromAsync(historyOf(ctx, job))).flat();
  return {
    account: ctx.account.id,
    head: { number, hash },
    entries,
    seals: await sealsOf(ctx, job),
    keys: await publicKeys(ctx.db),
  };
}

/** Most bytes of originals read per check; a disk reads them in seconds. */
const MOST_BYTES = 2 * 1024 ** 3;

/**
 * Checks a stored history: numbers, links, texts, seals and its end, then the originals byte for byte.
 * @param mostBytes limit on originals read
 */
export async function checkStored(
  { account, head, entries, seals, keys }: Stored,
  originals: Originals = storedOriginals,
  mostBytes = MOST_BYTES,
): Promise<Found> {
  const checks = yieldingChecks();
  const chain = await verifyChain(asLines(entries), checks);
  const problems: Located[] = chain.problems.map(({ entry, words }) => ({ entry: entry ?? null, words }));
  const report = (words: string, entry?: number) => void problems.push({ entry: entry ?? null, words });
  const known = new Map(keys.map((key) => [key.id, key]));
  const isSigned = async (seal: Seal) => {
    const key = known.get(seal.key);
    return Boolean(key && (await checks.isSigned(key.publicKey, seal.signature, signedBytes(seal))));
  };
  const good = await verifySeals(chain, seals, isSigned, (_file, words, entry) => report(words, entry));
  if (chain.last < head.number) report(missingMessage(chain.last + 1, head.number), chain.last + 1);
  else if (chain.problems.length === 0 && chain.entries.get(head.number)?.hash !== head.hash)
    report(`Entry ${head.number} isn’t the last one in the history.`, head.number);
  const photos = await checkOriginals(account, entries, originals, mostBytes, report);
  return {
    problems: problems.toSorted((a, b) => (a.entry ?? 0) - (b.entry ?? 0)),
    entries: chain.entries.size,
    seals: good.length,
    late: lateEntries([...chain.entries.values()], good).length,
    ...photos,
  };
}

async function checkOriginals(
  account: string,
  entries: readonly Entry[],
  originals: Originals,
  mostBytes: number,
  report: (words: string, entry?: number) => void,
): Promise<Pick<Found, "photos" | "unread" | "absent">> {
  const named = namedOriginals(entries);
  const found = await originals({ account: { id: account } }, [...named.keys()]);
  let [photos, unread, read] = [0, 0, 0];
  for (const [sha256, original] of found) {
    if (read + original.bytes > mostBytes && read > 0) {
      unread++;
      continue;
    }
    read += original.bytes;
    const entry = named.get(sha256);
    const state = await stateOf(original, sha256);
    if (state === "good") photos++;
    else
      report(
        `Photo ${shortHash(sha256)} of entry ${entry} ${state === "gone" ? "is missing" : "was changed"}.`,
        entry,
      );
  }
  return { photos, unread, absent: named.size - found.size };
}

async function stateOf(original: Original, sha256: string): Promise<"good" | "changed" | "gone"> {
  try {
    const hash = createHash("sha256");
    for await (const piece of await original.stream()) hash.update(piece);
    return hash.digest("hex") === sha256 ? "good" : "changed";
  } catch (error) {
    // A store that is down doesn't mean that a photo is gone.
    if (error instanceof AppError && error.code !== "not_found") throw error;
    return "gone";
  }
}
