import { isConfidential, momentOf } from "../rules.ts";
import { foldWaiting } from "../store/shown-record.ts";
import type { Store } from "../store/store.ts";

/**
 * Moves commands that the server confirmed out of the outbox. Their values stay visible until the server's
 * own record arrives.
 */
export async function markStored(
  { tables, who, secondCopy }: Store,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const { outbox, records } = tables;
  // Drop the second copy first. If the page closes in between, an outbox row is simply sent again, but a
  // second copy would also be counted again.
  await secondCopy.dropCommands(ids);
  await tables.transaction("rw", [outbox, records], async () => {
    for (const id of ids) {
      const one = await outbox.where({ id }).first();
      if (!one) continue;
      const { kind, record, job, command } = one;
      // Handed in: whoever may read it gets it from the server, and on other devices nothing of it stays.
      if (isConfidential(kind)) {
        await outbox.delete(one.order!);
        continue;
      }
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
  // And again: a copy that was still being written could not be dropped the first time (copies.ts).
  await secondCopy.dropCommands(ids);
}
