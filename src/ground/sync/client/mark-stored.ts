import { momentOf } from "../rules.ts";
import { foldWaiting } from "../store/shown-record.ts";
import type { Store } from "../store/store.ts";

/**
 * The server holds these: they leave the outbox, and what they did stays shown until the server's own record
 * comes.
 */
export async function markStored(
  { tables, who, secondCopy }: Store,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const { outbox, records } = tables;
  // First: a page that is closed in between sends one of the outbox again, where one of the second copy would
  // be counted again besides.
  await secondCopy.dropCommands(ids);
  await tables.transaction("rw", [outbox, records], async () => {
    for (const id of ids) {
      const one = await outbox.where({ id }).first();
      if (!one) continue;
      const { kind, record, job, command } = one;
      const before = (await records.get([kind, record])) ?? {
        kind,
        id: record,
        job,
        revision: 0,
        fields: {},
        folded: 0,
      };
      const at = momentOf(command, now);
      const fields = foldWaiting(
        before.fields,
        [{ ...one, state: "waiting", command: { ...command, capturedAt: at, skew: 0 } }],
        who.user,
      );
      await records.put({ ...before, fields, folded: (before.folded ?? 0) + 1 });
      await outbox.delete(one.order!);
    }
  });
  // And once more: a copy that was still being written meanwhile was not there to be dropped (copies.ts).
  await secondCopy.dropCommands(ids);
}
