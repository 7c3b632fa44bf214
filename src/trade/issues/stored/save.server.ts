import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { dueAtHour, saveDue } from "#ground/due/public.server.ts";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { nextNumber } from "#ground/papers/public.server.ts";
import {
  findStoredRecord,
  shownFields,
  type StoredRecord,
  writeAsProduct,
} from "#ground/sync/public.server.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { isOpen, issueOf } from "../rules/issue.ts";
import { issues } from "../tables.server.ts";

/** What a person is due to do: fix an issue by its date. */
export const DUE = "issues.due";
/** The day's hour from which an issue is reminded of, and for how many days it is shown. */
const [DUE_HOUR, SHOWN_DAYS] = [7, 60];

const isIssue = (ctx: AccountContext, id: string) =>
  and(eq(issues.accountId, ctx.account.id), eq(issues.id, id));

/** Saves an issue's row and what is due of it, and has a new one numbered. In the command's transaction. */
export async function saveIssue(ctx: AccountContext, { id, job, fields }: StoredRecord): Promise<void> {
  if (job === null) return;
  const values = shownFields(fields);
  const { state, assignee, due, number } = issueOf(values);
  const isGone = values["removed"] === true;
  const whose = {
    firmId: assignee?.kind === "firm" && !isGone ? assignee.id : null,
    userId: assignee?.kind === "person" && !isGone ? assignee.id : null,
  };
  const [known] = await ctx.db.select({ state: issues.state }).from(issues).where(isIssue(ctx, id));
  if (known)
    await ctx.db
      .update(issues)
      .set({
        ...{ state, due, ...whose },
        ...(known.state === state ? {} : { stateAt: ctx.now }),
        ...(known.state !== state && state === "ready" ? { fixedAt: ctx.now } : {}),
        ...(known.state !== state && state === "refused" ? { refusals: sql`${issues.refusals} + 1` } : {}),
      })
      .where(isIssue(ctx, id));
  else
    await ctx.db.insert(issues).values({
      ...{ accountId: ctx.account.id, id, jobId: job, number, state, due, ...whose },
      ...{ stateAt: ctx.now, createdAt: ctx.now },
    });
  if (!known) await enqueue(ctx.db, numberIssueTask, { accountId: ctx.account.id, id });
  await saveDueOf(ctx, id, { job, due, people: whose.userId && isOpen({ state }) ? [whose.userId] : [] });
}

async function saveDueOf(
  ctx: AccountContext,
  id: string,
  { job, due, people }: { readonly job: string; readonly due: string | null; readonly people: string[] },
): Promise<void> {
  const row = await findJob(ctx, job);
  const when =
    row && due
      ? dueAtHour(due, DUE_HOUR, await zoneOfJob(ctx, row), SHOWN_DAYS)
      : { dueAt: ctx.now, endsAt: ctx.now };
  await saveDue(ctx, { kind: DUE, record: id, jobId: job, ...when, people: row && due ? people : [] });
}

/**
 * Gives a new issue the next number of its job, without a gap. A task, because guests find issues too, and
 * have no access to the numbers of the business.
 */
export const numberIssueTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "issues.number",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) =>
    withAccount(accountId, async (ctx) => {
      await lockFirst(ctx);
      const [row] = await ctx.db.select().from(issues).where(isIssue(ctx, id)).for("update");
      const record = row && row.number === null ? await findStoredRecord(ctx, id) : null;
      if (!row || !record) return;
      const number = await nextNumber(ctx, "PL", row.jobId);
      await ctx.db.update(issues).set({ number }).where(isIssue(ctx, id));
      await writeAsProduct(ctx, record, { number });
    }),
};
