import { z } from "zod";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { nextNumber } from "#ground/papers/public.server.ts";
import {
  type AppliedCommand,
  findStoredRecord,
  shownFields,
  type StoredRecord,
  writeAsProduct,
} from "#ground/sync/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { PLAN, planOf } from "../hazards/plan.ts";
import { TALK, talkOf } from "../rules/talk.ts";

const DIGITS = 4;

/** What the number of a record begins with, and whether it has one; null for other kinds. */
function seriesOf({ kind, fields }: StoredRecord) {
  const values = shownFields(fields);
  if (kind === TALK) return { prefix: "TBT", ...talkOf(values) };
  return kind === PLAN ? { prefix: "PTP", ...planOf(values) } : null;
}

/** Gives a new talk or plan the next number of its year, without a gap. */
export const numberSheetTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "safety.number",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) =>
    withAccount(accountId, async (ctx) => {
      await lockFirst(ctx);
      const record = await findStoredRecord(ctx, id);
      const series = record && seriesOf(record);
      if (!series || series.number !== null || series.date === "") return;
      const next = await nextNumber(ctx, `${series.prefix}-${series.date.slice(0, 4)}`, "", DIGITS);
      await writeAsProduct(ctx, record, { number: next });
    }),
};

/**
 * Has a talk or plan numbered in a task: this command can’t write its record again, and guests have no access
 * to the numbers.
 * @param field the one that its first command writes
 */
export const numberWith =
  (field: string) =>
  async (ctx: AccountContext, { id }: StoredRecord, { sets }: AppliedCommand): Promise<void> => {
    if (Object.hasOwn(sets, field)) await enqueue(ctx.db, numberSheetTask, { accountId: ctx.account.id, id });
  };
