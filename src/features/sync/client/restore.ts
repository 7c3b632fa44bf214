import { waitingOf } from "./local-tables.ts";
import type { Store } from "./store.ts";

/**
 * Puts back from the second copy what the database lost. What was held meanwhile is sent once more, and is held as before.
 * @returns how many commands were put back
 */
export async function restore(store: Store): Promise<number> {
  const { tables } = store;
  const known = async (ids: readonly string[]) => new Set((await tables.outbox.where("id").anyOf(ids).toArray()).map(({ id }) => id));
  let restored = 0;
  for await (const { command, originals } of store.secondCopy.missing(known)) {
    await tables.transaction("rw", [tables.outbox, tables.blobs, tables.bytes, tables.cursors, tables.known], async () => {
      if (await tables.outbox.where({ id: command.id }).count()) return;
      await tables.outbox.add(waitingOf(command));
      if (command.job !== null && !(await tables.cursors.get(command.job))) await tables.cursors.add({ scope: command.job, upTo: 0 });
      let made = 1;
      const { kind, record, job } = command;
      for (const one of originals) if (await store.keepOriginal(one, { kind, record, job })) made++;
      await store.count(made);
    });
    restored++;
  }
  if (restored > 0) for (const tell of store.written) tell();
  return restored;
}
