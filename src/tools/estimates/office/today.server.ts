import { and, eq, gte, inArray, or } from "drizzle-orm";
import { getBusiness, toolsOf } from "#ground/businesses/public.server.ts";
import { sumByType } from "#ground/worklist/public.server.ts";
import { countOf } from "#trade/jobs/public.ts";
import {
  findJobs,
  type JobRow,
  type TodaySection,
  type WithClients,
  zoneOfJob,
} from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { todayAt } from "#platform/time/day.ts";
import { ESTIMATE } from "../rules/estimate.ts";
import { isOpen, STATES } from "../rules/states.ts";
import { type SentEstimate, withVersions } from "../stored/estimates.server.ts";
import { estimates } from "../tables.server.ts";
import { totalsOf } from "../rules/totals.ts";
import { formatDay } from "../rules/format.ts";

const SILENT_DAYS = 3;
const DAYS_AHEAD = 3;
/** After this long, an approved job without a start is only on the list of jobs. */
const APPROVED_DAYS = 60;
const MOST_READ = 500;
const MOST_SHOWN = 6;

type Line = TodaySection["lines"][number];

/** What to do about estimates: questions, last days, deposits, starts, silence. The most urgent first. */
export async function loadEstimateSection(ctx: AccountContext): Promise<TodaySection> {
  const none = { title: "Estimates", lines: [], more: null, summary: null };
  if (!ctx.user || !(await toolsOf(ctx)).some(({ word }) => word === "estimates")) return none;
  const found = await withVersions(
    ctx,
    or(
      inArray(estimates.state, STATES.filter(isOpen)),
      and(
        eq(estimates.state, "approved"),
        gte(estimates.stateAt, ctx.now.subtract({ hours: 24 * APPROVED_DAYS })),
      ),
    ),
    MOST_READ,
  );
  const jobs = await findJobs(
    ctx,
    found.map(({ row }) => row.jobId),
  );
  const { currency } = await getBusiness(ctx);
  const lines = [];
  for (const one of found) {
    const job = jobs.get(one.row.jobId);
    if (!job || !one.version) continue;
    const today = todayAt(ctx.now, await zoneOfJob(ctx, job));
    lines.push(...whatToDo({ ...one, version: one.version }, job, { now: ctx.now, today, currency }));
  }
  const urgent = lines.toSorted((a, b) => a.rank - b.rank);
  const count = urgent.length;
  // One estimate may have two things to do.
  const on = new Set(urgent.map(({ estimate }) => estimate)).size;
  return {
    ...none,
    lines: urgent.slice(0, MOST_SHOWN).map(({ line }) => line),
    more:
      count > MOST_SHOWN
        ? { text: `And ${count - MOST_SHOWN} more in Estimates`, href: "/account/estimates" }
        : null,
    summary: on === 0 ? null : `${on} ${on === 1 ? "estimate needs" : "estimates need"} you`,
  };
}

/** Estimates that clients have and haven't decided on. */
export async function loadEstimatesWithClients(ctx: AccountContext): Promise<WithClients | null> {
  if (!(await toolsOf(ctx)).some(({ word }) => word === "estimates")) return null;
  const open = (await sumByType(ctx, ESTIMATE)).filter(({ type }) =>
    STATES.some((one) => one === type && isOpen(one)),
  );
  const count = open.reduce((all, one) => all + one.count, 0);
  if (count === 0) return null;
  const cents = open.reduce((all, one) => all + one.cents, 0);
  return { what: countOf(count, "estimate"), cents, href: "/account/estimates" };
}

/** What an estimate asks of us on a day. Pure. @param today "2026-12-31" where the job is */
function whatToDo(
  { row, version: { content } }: SentEstimate,
  { jobId, name, startsOn, status }: Pick<JobRow, "jobId" | "name" | "startsOn" | "status">,
  { now, today, currency }: { now: Temporal.Instant; today: string; currency: string },
): { readonly rank: number; readonly estimate: string; readonly line: Line }[] {
  const { state, id, stateAt, choice } = row;
  const days = Math.floor(now.since(stateAt).total("hours") / 24);
  const line = (rank: number, part: string, text: string, action: string, href?: string) => ({
    rank,
    estimate: id,
    line: {
      ...{ id: `${id}-${part}`, job: name, text: `, ${content.title}: ${text}`, action },
      href: href ?? `/account/estimates/${id}`,
    },
  });
  if (state === "approved") {
    const { deposit } = totalsOf(content, choice);
    const sum = formatAmount(deposit, currency);
    return status === "canceled"
      ? []
      : [
          // Work that is done is when money still owed matters most.
          ...(deposit > 0 && row.depositAt === null
            ? [
                line(
                  2,
                  "deposit",
                  status === "done"
                    ? `done, deposit of ${sum} not marked as paid`
                    : `approved, deposit of ${sum} due`,
                  "Open",
                ),
              ]
            : []),
          ...(startsOn === null && status !== "done"
            ? [
                line(
                  3,
                  "start",
                  "approved, no start date yet",
                  "Plan the start",
                  `/account/job/${jobId}/edit`,
                ),
              ]
            : []),
        ];
  }
  const { validUntil } = content;
  if (validUntil !== null && validUntil < today) return [];
  if (state === "asked") return [line(0, "asked", "your client has a question", "Answer")];
  const lastDay = Temporal.PlainDate.from(today).add({ days: DAYS_AHEAD }).toString();
  if (validUntil !== null && validUntil <= lastDay)
    return [line(1, "ends", `good until ${formatDay(validUntil)}, no answer yet`, "Open")];
  return state === "viewed" && days >= SILENT_DAYS
    ? [line(4, "silent", `opened ${days} days ago, no answer yet`, "Open")]
    : [];
}
