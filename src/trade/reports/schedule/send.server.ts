import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { mailToColleagues } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { clientOf } from "../mail/client.server.ts";
import { troubleMail } from "../mail/mail.ts";
import { formatPeriod } from "../rules.ts";
import { mailLimitEnds, refuseMail, sendingsOf, sendReport } from "../mail/send.server.ts";
import { reports, reportsSchedules } from "../tables.server.ts";

type Report = typeof reports.$inferSelect;

/** How long a link of a schedule opens. */
const SCHEDULED_DAYS = 90;
/**
 * Where no mail may go out, it is asked again after so long; and so long a report waits for that: later it is
 * no news.
 */
const ASK_AGAIN = { hours: 1 };
const PATIENCE = { hours: 72 };
/** After so long every attempt to make a report is over. */
const MADE_WITHIN = { hours: 1 };

interface Named {
  readonly accountId: string;
  readonly reportId: string;
}
const named = z.object({ accountId: z.uuid(), reportId: z.uuid() });

/** To whom a report of a schedule is still to go: nobody gets it twice. */
async function openTo(ctx: AccountContext, report: Report): Promise<string[]> {
  if (report.scheduleId === null) return [];
  const [schedule] = await ctx.db
    .select()
    .from(reportsSchedules)
    .where(and(eq(reportsSchedules.accountId, ctx.account.id), eq(reportsSchedules.id, report.scheduleId)))
    .for("share");
  if (!schedule || schedule.endedAt) return [];
  const client = schedule.toClient ? await clientOf(ctx, report.jobId) : null;
  const sent = new Set((await sendingsOf(ctx, [report.id])).map(({ recipient }) => recipient));
  return [...new Set([...(client ? [client.address.toLowerCase()] : []), ...schedule.recipients])].filter(
    (address) => !sent.has(address),
  );
}

/** Until when no mail goes out, and why; null where it does. */
async function standstill(
  ctx: AccountContext,
  more: number,
): Promise<{ readonly until: Temporal.Instant; readonly why: string } | null> {
  const refusal = await refuseMail(ctx);
  if (refusal) return { until: ctx.now.add(ASK_AGAIN), why: refusal };
  const until = await mailLimitEnds(ctx, more);
  return until && { until, why: "The most reports that a business mails within a day were reached." };
}

/**
 * Mails what a schedule made to whom it goes, in the transaction of `ctx`. Where no mail may go out now, as
 * after the most of a day, it goes later by itself; after three days without, whoever set up the schedule is
 * told instead.
 */
export async function sendAsScheduled(ctx: AccountContext, report: Report): Promise<void> {
  const to = await openTo(ctx, report);
  if (to.length === 0) return;
  const stands = await standstill(ctx, to.length);
  if (!stands)
    return sendReport(ctx, report, { to, words: "", days: SCHEDULED_DAYS, passcode: "", sign: false });
  const isOver =
    Temporal.Instant.compare((report.readyAt ?? report.createdAt).add(PATIENCE), stands.until) < 0;
  if (isOver) return notifyMaker(ctx, report, "unsent", stands.why);
  await enqueue(
    ctx.db,
    sendLaterTask,
    { accountId: ctx.account.id, reportId: report.id },
    { startAfter: stands.until },
  );
}

/**
 * That a report of a schedule is still to go out by itself, to how many and about when; null where it is not.
 */
export async function waitsToGo(
  ctx: AccountContext,
  report: Report,
): Promise<{ readonly people: number; readonly until: Temporal.Instant } | null> {
  const { state, readyAt, scheduleId } = report;
  if (scheduleId === null || state !== "ready" || readyAt === null) return null;
  if (Temporal.Instant.compare(readyAt.add(PATIENCE), ctx.now) < 0) return null;
  const to = await openTo(ctx, report);
  const stands = to.length > 0 ? await standstill(ctx, to.length) : null;
  if (!stands || Temporal.Instant.compare(readyAt.add(PATIENCE), stands.until) < 0) return null;
  return { people: to.length, until: stands.until };
}

/**
 * Looks after a report of a schedule, in the transaction that asks for it: nobody sits before it who would
 * see that it is not made.
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
  const { brand, publicUrl } = installation();
  const { id, jobName, fromDay, toDay, madeBy } = report;
  const period = formatPeriod(fromDay, toDay);
  await mailToColleagues(ctx, madeBy === null ? [] : [madeBy], () =>
    troubleMail({ brand, jobName, period, what, why, link: `${publicUrl}/account/reports/${id}` }),
  );
}

const rowOf = (ctx: AccountContext, reportId: string) =>
  and(eq(reports.accountId, ctx.account.id), eq(reports.id, reportId));

/** Sends a report of a schedule that could not go out when it was made. */
export const sendLaterTask: Task<Named> = {
  name: "reports.send-later",
  payload: named,
  run: ({ accountId, reportId }) =>
    withAccount(accountId, async (ctx) => {
      // Of two at once, the second finds everybody served.
      const [report] = await ctx.db.select().from(reports).where(rowOf(ctx, reportId)).for("update");
      if (report?.state === "ready") await sendAsScheduled(ctx, report);
    }),
};

/** Tells whoever set up a schedule where its report was not made, after all was tried. */
export const watchTask: Task<Named> = {
  name: "reports.watch-report",
  payload: named,
  run: ({ accountId, reportId }) =>
    withAccount(accountId, async (ctx) => {
      const [report] = await ctx.db
        .select()
        .from(reports)
        .where(and(rowOf(ctx, reportId), inArray(reports.state, ["waiting", "failed"])))
        .for("update");
      // Somebody had it made again since: they see what becomes of it.
      if (!report || Temporal.Instant.compare(report.createdAt.add(MADE_WITHIN), now()) > 0) return;
      const problem = report.problem ?? "It took too long. We are told of it.";
      await ctx.db.update(reports).set({ state: "failed", problem }).where(rowOf(ctx, reportId));
      await notifyMaker(ctx, report, "unmade", problem);
    }),
};
