import type { Command } from "../rules.ts";
import type { Original } from "./originals.ts";
import type { LocalTables } from "./local-tables.ts";
import type { Belongs, SecondCopy } from "./second-copy.ts";

/** The two places in which a device has what its person made. */
export interface OnDevice {
  readonly tables: LocalTables;
  readonly secondCopy: SecondCopy;
}

/** What is counted is never below zero. */
const NEVER = -1;

/**
 * Keeps second copies of what is in the database. What was sent while its copy was being written needs none:
 * nobody would drop it later. Never rejects.
 */
export async function saveCopies(
  store: OnDevice,
  commands: readonly Command[],
  originals: readonly Original[],
  of: Belongs,
): Promise<void> {
  await store.secondCopy.keep(commands, originals, of);
  // A copy too many is no reason to call a save that is on the disk a failed one.
  await deleteStoredCopies(store, commands, originals).catch(() => undefined);
}

async function deleteStoredCopies(
  { tables, secondCopy }: OnDevice,
  commands: readonly Command[],
  originals: readonly Original[],
): Promise<void> {
  const ids = commands.map(({ id }) => id);
  const hashes = originals.map(({ sha256 }) => sha256);
  const { outbox, blobs, known } = tables;
  const [made, waiting, rows] = await tables.transaction("r", [outbox, blobs, known], () =>
    Promise.all([
      tables.knows("made", NEVER),
      outbox.where("id").anyOf(ids).toArray(),
      blobs.bulkGet(hashes),
    ]),
  );
  // A browser that has just lost its database opens an empty one: what is not in that one is not on the
  // server for it.
  if (made === NEVER) return;
  const here = new Set(waiting.map(({ id }) => id));
  await Promise.all([
    secondCopy.dropCommands(ids.filter((id) => !here.has(id))),
    secondCopy.dropOriginals(rows.flatMap((one) => (one?.state === "held" ? [one.sha256] : []))),
  ]);
}

/**
 * Drops copies of originals that were left over when a page was closed between a receipt, or somebody's
 * putting away, and their end.
 */
export async function deleteLeftovers({ tables, secondCopy }: OnDevice): Promise<void> {
  const kept = await secondCopy.kept();
  if (!kept) return;
  const rows = await tables.blobs.bulkGet([...kept.originals]);
  await secondCopy.dropOriginals(
    rows.flatMap((one) => (one?.state === "held" || one?.state === "away" ? [one.sha256] : [])),
  );
}
