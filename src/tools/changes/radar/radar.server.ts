import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { getBusiness, toolsOf, zoneOf } from "#ground/businesses/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { findJobs, type TodaySection } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatMoney } from "#platform/money/money.ts";
import { todayAt } from "#platform/time/day.ts";
import { describeLogged, describeRisk, nextStep, type Risk } from "./radar.ts";
import { givenOf, noticeIds } from "../notice/given.ts";
import { waitingRequests } from "../requests/waiting.server.ts";
import { noticeOf } from "../notice/notice.ts";
import { changeOf } from "../rules/change.ts";
import { STATE_RULES, STATES } from "../rules/states.ts";

import { changes } from "../tables.server.ts";
import { termsId, termsOf } from "../rules/terms.ts";

const MOST_READ = 300;
const MOST_SHOWN = 6;
const AT_RISK = STATES.filter((state) => STATE_RULES[state].isAtRisk);
/** What asks for a next step, beside what is at risk. */
const WAITING = [...AT_RISK, "declined"] as const;
/** What was declined longer ago is on the list of changes. */
const DECLINED_DAYS = 30;

/** Work on all jobs that nobody has approved yet. Deleted changes are worth nothing, and don't count. */
export async function riskOf({ db, account }: AccountContext): Promise<Risk> {
  const [row] = await db
    .select({
      count: sql<number>`(count(*) filter (where written_cents <> 0 or written_days <> 0 or logged is not null))::int`,
      // What was logged may be more than what is written, or not priced yet.
      cents: sql<number>`coalesce(sum(case when logged_cents > 0 then greatest(logged_cents, written_cents) else written_cents end), 0)::float8`,
      hours: sql<number>`coalesce(sum((logged->>'hours')::float8), 0)`,
      equipment: sql<number>`coalesce(sum((logged->>'equipment')::int), 0)::int`,
      days: sql<number>`coalesce(sum(written_days), 0)::int`,
    })
    .from(changes)
    .where(and(eq(changes.accountId, account.id), inArray(changes.state, AT_RISK)));
  return row ?? { count: 0, cents: 0, days: 0, hours: 0, equipment: 0 };
}

/** What guests ask for, then what isn't approved, the most urgent first, each with its next step. */
export async function loadChangeSection(ctx: AccountContext): Promise<TodaySection> {
  const none = { title: "Change orders", lines: [], more: null, summary: null };
  if (!ctx.user || !(await toolsOf(ctx)).some(({ word }) => word === "changes")) return none;
  const rows = await ctx.db
    .select()
    .from(changes)
    .where(and(eq(changes.accountId, ctx.account.id), inArray(changes.state, WAITING)))
    .orderBy(sql`${changes.state} <> 'asked'`, asc(changes.createdAt), asc(changes.id))
    .limit(MOST_READ);
  const jobIds = [...new Set(rows.map(({ jobId }) => jobId))];
  const jobs = await findJobs(ctx, jobIds);
  const records = await findStoredRecords(ctx, [...rows.map(({ id }) => id), ...jobIds.map(termsId)]);
  const written = new Map(records.map(({ id, fields }) => [id, shownFields(fields)]));
  const own = await zoneOf(ctx);
  // Whose notice was given; only drafts ask for one.
  const noticed = new Map(
    (
      await findStoredRecords(
        ctx,
        rows.flatMap(({ id, state }) => (state === "draft" ? noticeIds(id) : [])),
      )
    ).flatMap(({ fields }) => {
      const given = givenOf(shownFields(fields));
      return given && given.outcome?.is !== "unsent" ? [[given.change, given] as const] : [];
    }),
  );
  const noticeFor = ({ id, jobId }: (typeof rows)[number]) => {
    const zone = jobs.get(jobId)?.zone ?? own;
    const given = noticed.get(id);
    // A letter that nobody mailed is no notice yet.
    if (given && (given.to.way === "email" || given.mailed)) return null;
    const { noticeDays } = termsOf(written.get(termsId(jobId)) ?? {});
    return noticeOf(changeOf(written.get(id) ?? {}).knownAt, noticeDays, zone, todayAt(ctx.now, zone));
  };
  const steps = rows.flatMap((row) => {
    const days = Math.floor(ctx.now.since(row.stateAt).total("hours") / 24);
    const logged = row.logged ? describeLogged(row.logged) : "";
    const step = nextStep({ state: row.state, cents: row.writtenCents, logged }, days, noticeFor(row));
    return step && !(row.state === "declined" && days > DECLINED_DAYS) ? [{ row, step }] : [];
  });
  const { currency } = await getBusiness(ctx);
  const lines = steps
    .toSorted((one, other) => one.step.rank - other.step.rank)
    .flatMap(({ row: { id, jobId, writtenCents, loggedCents, state }, step }) => {
      const [job, values] = [jobs.get(jobId), written.get(id)];
      if (!job || !values || values["removed"] === true) return [];
      const cents = loggedCents > 0 ? Math.max(loggedCents, writtenCents) : writtenCents;
      const worth = cents === 0 ? "" : ` (${formatMoney(cents, currency)})`;
      return [
        {
          ...{ id, job: job.name, action: step.action },
          text: `, ${changeOf(values).title}${worth}: ${step.text}`,
          href: state === "draft" ? `/account/job/${jobId}/changes/${id}` : `/account/changes/${id}`,
        },
      ];
    });
  const requests = await waitingRequests(ctx, currency);
  const risk = await riskOf(ctx);
  const summaries = [
    requests.length === 0
      ? ""
      : `${requests.length} request${requests.length === 1 ? "" : "s"} for extra work`,
    lines.length === 0 || risk.count === 0 ? "" : describeRisk(risk, currency).replace(/\.$/, ""),
  ];
  return {
    ...none,
    lines: [...requests, ...lines.slice(0, MOST_SHOWN)],
    more:
      lines.length > MOST_SHOWN
        ? { text: `And ${lines.length - MOST_SHOWN} more in Change orders`, href: "/account/changes" }
        : null,
    summary: summaries.filter(Boolean).join(", ") || null,
  };
}
