import type { Command } from "../rules.ts";
import type { Original } from "./originals.ts";
import type { LocalTables } from "./local-tables.ts";
import type { Belongs, SecondCopy } from "./second-copy.ts";

/** The database and the second copy on this device. */
export interface OnDevice {
  readonly tables: LocalTables;
  readonly secondCopy: SecondCopy;
}

/** Never matches a real count. */
const NEVER = -1;

/**
 * Writes second copies of what is in the database. Copies of anything sent meanwhile are deleted again,
 * because nothing would delete them later. Never rejects.
 */
export async function saveCopies(
  store: OnDevice,
  commands: readonly Command[],
  originals: readonly Original[],
  of: Belongs,
): Promise<void> {
  await store.secondCopy.save(commands, originals, of);
  // A leftover copy is no reason to report a durable save as failed.
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
      tables.loadSetting("made", NEVER),
      outbox.where("id").anyOf(ids).toArray(),
      blobs.bulkGet(hashes),
    ]),
  );
  // A browser that just lost its database opens an empty one. Missing rows there don't mean that the server
  // has them.
  if (made === NEVER) return;
  const here = new Set(waiting.map(({ id }) => id));
  await Promise.all([
    secondCopy.dropCommands(ids.filter((id) => !here.has(id))),
    secondCopy.dropOriginals(rows.flatMap((one) => (one?.state === "held" ? [one.sha256] : []))),
  ]);
}

/**
 * Deletes copies of originals left over when a page closed between a receipt (or putting it away) and the
 * cleanup.
 */
export async function deleteLeftovers({ tables, secondCopy }: OnDevice): Promise<void> {
  const copied = await secondCopy.list();
  if (!copied) return;
  const rows = await tables.blobs.bulkGet([...copied.originals]);
  await secondCopy.dropOriginals(
    rows.flatMap((one) => (one?.state === "held" || one?.state === "away" ? [one.sha256] : [])),
  );
}
