import { z } from "zod";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { nextNumber } from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { TALK, talkOf } from "../rules/talk.ts";

const DIGITS = 4;

/** Gives a new talk the next number of its year, without a gap. */
export const numberTalkTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "safety.number",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) =>
    withAccount(accountId, async (ctx) => {
      await lockFirst(ctx);
      const record = await findStoredRecord(ctx, id);
      if (record?.kind !== TALK) return;
      const { number, date } = talkOf(shownFields(record.fields));
      if (number !== null || date === "") return;
      const next = await nextNumber(ctx, `TBT-${date.slice(0, 4)}`, "", DIGITS);
      await writeAsProduct(ctx, record, { number: next });
    }),
};
