import { z } from "zod";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { nextNumber } from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { INJURY, injuryOf } from "./injury.ts";
import { NEAR_MISS, nearMissOf } from "./near-miss.ts";

const DIGITS = 3;

/** Gives a new injury or near miss the next number of its year, without a gap. */
export const numberIncidentTask: Task<{
  readonly accountId: string;
  readonly id: string;
  readonly kind: string;
}> = {
  name: "safety.number-incident",
  payload: z.object({ accountId: z.uuid(), id: z.uuid(), kind: z.enum([INJURY, NEAR_MISS]) }),
  run: ({ accountId, id, kind }) =>
    withAccount(accountId, async (ctx) => {
      await lockFirst(ctx);
      const record = await findStoredRecord(ctx, id);
      if (record?.kind !== kind) return;
      const values = shownFields(record.fields);
      const { number, date } = kind === INJURY ? injuryOf(values) : nearMissOf(values);
      if (number !== null || date === "") return;
      // Near misses count apart: a gap would show how many people were hurt.
      const series = kind === INJURY ? "INC" : "NM";
      const next = await nextNumber(ctx, `${series}-${date.slice(0, 4)}`, "", DIGITS);
      await writeAsProduct(ctx, record, { number: next });
    }),
};
