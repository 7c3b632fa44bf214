import { waitingOf } from "./local-tables.ts";
import type { Store } from "./store.ts";

/**
 * Puts back from the second copy what the database lost. What was held meanwhile is sent once more, and is held as before. Originals come
 * before the commands that name them; of a command that the server holds, its originals may be all that waits.
 * @returns how many commands and originals were put back
 */
export async function restore(store: Store): Promise<number> {
  const { tables, secondCopy } = store;
  let restored = 0;
  for await (const { original, of } of secondCopy.originals(
    async (hashes) => new Set((await tables.blobs.bulkGet([...hashes])).flatMap((one) => one?.sha256 ?? [])),
  )) {
    await tables.transaction("rw", [tables.outbox, tables.blobs, tables.bytes, tables.known], async () => {
      if (await store.keepOriginal(original, of)) await store.count(1);
    });
    restored++;
  }
  for await (const command of secondCopy.commands(
    async (ids) => new Set((await tables.outbox.where("id").anyOf(ids).toArray()).map(({ id }) => id)),
  )) {
    await tables.transaction("rw", [tables.outbox, tables.blobs, tables.cursors, tables.known], async () => {
      if (await tables.outbox.where({ id: command.id }).count()) return;
      await tables.outbox.add(waitingOf(command));
      if (command.job !== null && !(await tables.cursors.get(command.job))) await tables.cursors.add({ scope: command.job, upTo: 0 });
      await store.count(1);
    });
    restored++;
  }
  if (restored > 0) for (const tell of store.written) tell();
  return restored;
}
