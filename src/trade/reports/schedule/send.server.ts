import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { FAILED, notify } from "#ground/notifications/public.server.ts";
import { mailedTo, mailLimitEnds, refuseMail } from "#ground/papers/public.server.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { clientOf } from "../mail/client.server.ts";
import { troubleText } from "../mail/mail.ts";
import { formatPeriod } from "../rules.ts";
import { sendReport } from "../mail/send.server.ts";
import { reports, reportsSchedules } from "../tables.server.ts";

type Report = typeof reports.$inferSelect;

/** How long links of scheduled reports work, in days. */
const SCHEDULED_DAYS = 90;
/** How soon to retry if the business can't email, and for how long: later, the report is old news. */
const RETRY_AFTER = { hours: 1 };
const RETRY_LIMIT = { hours: 72 };
/** By then, every attempt to make a report has ended. */
const MADE_WITHIN = { hours: 1 };

interface Target {
  readonly accountId: string;
  readonly reportId: string;
}
const targetSchema = z.object({ accountId: z.uuid(), reportId: z.uuid() });

/** Nobody gets a report twice. */
async function unsentRecipients(ctx: AccountContext, report: Report): Promise<string[]> {
  if (report.scheduleId === null) return [];
  const [schedule] = await ctx.db
    .select()
    .from(reportsSchedules)
    .where(and(eq(reportsSchedules.accountId, ctx.account.id), eq(reportsSchedules.id, report.scheduleId)))
    .for("share");
  if (!schedule || schedule.endedAt) return [];
  const client = schedule.toClient ? await clientOf(ctx, report.jobId) : null;
  const sent = new Set((await mailedTo(ctx, [report.id])).map(({ address }) => address));
  return [...new Set([...(client ? [client.address.toLowerCase()] : []), ...schedule.recipients])].filter(
    (address) => !sent.has(address),
  );
}

/** Null if the business can email. */
async function findBlock(
  ctx: AccountContext,
  more: number,
): Promise<{ readonly until: Temporal.Instant; readonly why: string } | null> {
  const refusal = await refuseMail(ctx);
  if (refusal) return { until: ctx.now.add(RETRY_AFTER), why: refusal };
  const until = await mailLimitEnds(ctx, more);
  return until && { until, why: "You’ve reached the daily limit for emailed reports." };
}

/**
 * Emails a scheduled report, in the transaction of `ctx`. If the business can't email now, for example
 * because of the daily limit, a task retries; after three days, the schedule's owner is notified.
 */
export async function sendAsScheduled(ctx: AccountContext, report: Report): Promise<void> {
  const to = await unsentRecipients(ctx, report);
  if (to.length === 0) return;
  const block = await findBlock(ctx, to.length);
  if (!block)
    return sendReport(ctx, report, { to, words: "", days: SCHEDULED_DAYS, passcode: "", asks: "nothing" });
  const isOver =
    Temporal.Instant.compare((report.readyAt ?? report.createdAt).add(RETRY_LIMIT), block.until) < 0;
  if (isOver) return notifyMaker(ctx, report, "unsent", block.why);
  await enqueue(
    ctx.db,
    sendLaterTask,
    { accountId: ctx.account.id, reportId: report.id },
    { startAfter: block.until },
  );
}

/** Null if no email is pending. */
export async function findPendingSend(
  ctx: AccountContext,
  report: Report,
): Promise<{ readonly people: number; readonly until: Temporal.Instant } | null> {
  const { state, readyAt, scheduleId } = report;
  if (scheduleId === null || state !== "ready" || readyAt === null) return null;
  if (Temporal.Instant.compare(readyAt.add(RETRY_LIMIT), ctx.now) < 0) return null;
  const to = await unsentRecipients(ctx, report);
  const block = to.length > 0 ? await findBlock(ctx, to.length) : null;
  if (!block || Temporal.Instant.compare(readyAt.add(RETRY_LIMIT), block.until) < 0) return null;
  return { people: to.length, until: block.until };
}

/**
 * Nobody watches the page of a scheduled report, so a task checks that it gets made. Call in the transaction
 * that requests it.
 */
export async function watchReport(ctx: AccountContext, reportId: string): Promise<void> {
  await enqueue(
    ctx.db,
    watchTask,
    { accountId: ctx.account.id, reportId },
    { startAfter: ctx.now.add(MADE_WITHIN) },
  );
}

async function notifyMaker(
  ctx: AccountContext,
  report: Report,
  what: "unmade" | "unsent",
  why: string,
): Promise<void> {
  const { id, jobId, jobName, fromDay, toDay, madeBy } = report;
  const period = formatPeriod(fromDay, toDay);
  await notify(ctx, FAILED, [
    {
      key: `${id} ${what}`,
      about: id,
      jobId,
      people: [madeBy],
      ...troubleText({ jobName, period, what, why }),
      path: `/account/reports/${id}`,
    },
  ]);
}

const rowOf = (ctx: AccountContext, reportId: string) =>
  and(eq(reports.accountId, ctx.account.id), eq(reports.id, reportId));

/** For reports that couldn't be emailed when they were made. */
export const sendLaterTask: Task<Target> = {
  name: "reports.send-later",
  payload: targetSchema,
  run: ({ accountId, reportId }) =>
    withAccount(accountId, async (ctx) => {
      // If two run at once, the second finds that everyone was emailed.
      const [report] = await ctx.db.select().from(reports).where(rowOf(ctx, reportId)).for("update");
      if (report?.state === "ready") await sendAsScheduled(ctx, report);
    }),
};

/** Notifies the schedule's owner if all attempts failed. */
export const watchTask: Task<Target> = {
  name: "reports.watch-report",
  payload: targetSchema,
  run: ({ accountId, reportId }) =>
    withAccount(accountId, async (ctx) => {
      const [report] = await ctx.db
        .select()
        .from(reports)
        .where(and(rowOf(ctx, reportId), inArray(reports.state, ["waiting", "failed"])))
        .for("update");
      // Requested again since, by someone who sees the result.
      if (!report || Temporal.Instant.compare(report.createdAt.add(MADE_WITHIN), now()) > 0) return;
      const problem = report.problem ?? "It took too long. If it happens again, write to us.";
      await ctx.db.update(reports).set({ state: "failed", problem }).where(rowOf(ctx, reportId));
      await notifyMaker(ctx, report, "unmade", problem);
    }),
};
