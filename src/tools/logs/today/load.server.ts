import { and, desc, eq, isNull, ne, or, sql } from "drizzle-orm";
import { formatDate } from "#trade/fieldwork/public.ts";
import { actingRole, may, toolsOf } from "#ground/businesses/public.server.ts";
import { jobsById, type TodaySection } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { logsDays } from "../tables.server.ts";

/** Older days are in Logs: Today is for what is fresh. */
const RECENT_DAYS = 14;
const MOST_SHOWN = 5;

/**
 * Days that wait for the acting person's approval, newest first: those that others submitted lately. None for
 * someone who approves no logs.
 */
export async function loadReviewSection(ctx: AccountContext): Promise<TodaySection> {
  const none = { title: "Logs to approve", lines: [], more: null, summary: null };
  if (!ctx.user || !may(actingRole(ctx), "business.change")) return none;
  if (!(await toolsOf(ctx)).some(({ word }) => word === "logs")) return none;
  const since = ctx.now.toZonedDateTimeISO("UTC").toPlainDate().subtract({ days: RECENT_DAYS }).toString();
  const submitted = await ctx.db
    .select()
    .from(logsDays)
    .where(
      and(
        eq(logsDays.accountId, ctx.account.id),
        eq(logsDays.state, "submitted"),
        sql`${logsDays.date} >= ${since}`,
        or(isNull(logsDays.stateBy), ne(logsDays.stateBy, ctx.user.id)),
      ),
    )
    .orderBy(desc(logsDays.date), desc(logsDays.id));
  if (submitted.length === 0) return none;
  const jobs = await jobsById(ctx);
  const lines = submitted.flatMap(({ id, jobId, date, company, companyName }) => {
    const job = jobs.get(jobId)?.name;
    if (job === undefined) return [];
    const of = company === ctx.account.id ? "" : `&of=${company}`;
    return [
      {
        id,
        job,
        text: `, ${formatDate(date)}${company === ctx.account.id ? "" : `, by ${companyName ?? "a guest"}`}`,
        href: `/account/job/${jobId}/logs?day=${date}${of}`,
        action: "Review",
      },
    ];
  });
  const count = lines.length;
  return {
    ...none,
    lines: lines.slice(0, MOST_SHOWN),
    more:
      count > MOST_SHOWN ? { text: `And ${count - MOST_SHOWN} more in Logs`, href: "/account/logs" } : null,
    summary: count === 0 ? null : `${count} ${count === 1 ? "log" : "logs"} to approve`,
  };
}
