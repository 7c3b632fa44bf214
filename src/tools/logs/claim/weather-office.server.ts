import { recordsOfJob } from "#ground/sync/public.server.ts";
import type { JobRow } from "#trade/jobs/public.server.ts";
import { observationLine, readingFigures, readingSource } from "#trade/weather/public.server.ts";
import { type AdverseDay, type Claim, claimOf } from "./adverse-days.ts";
import { formatMonth, formatPassed, claimTotals, describeVerdict, describeWaiting } from "./format.ts";
import { monthOf } from "../office/calendar.ts";
import { filtersOf } from "../office/filters.ts";
import { listDays } from "../office/find.server.ts";
import { formatLongDate, type OfficeData } from "../office/office.server.ts";
import { formatDate, formatHours } from "../format.ts";

const KINDS = ["jobs.job", "logs.entry", "logs.weather", "logs.plan"];
const MOST_MONTHS = 36;

/** Not just the newest day, because its job may have been removed. */
const LATEST_DAYS = 50;

/** The job logged last, or else the first in the list. */
export async function lastLoggedJob({ ctx, jobs }: OfficeData): Promise<JobRow | undefined> {
  const days = await listDays(ctx, filtersOf(new URLSearchParams()), null, LATEST_DAYS);
  const logged = days.find(({ jobId }) => jobs.has(jobId));
  return logged ? jobs.get(logged.jobId) : jobs.values().next().value;
}

/**
 * A job's weather delays by month, and by day in one month.
 * @param asked "2026-11"; anything else is the current month
 */
export async function weatherOffice(
  { ctx, zone: accountZone, units }: OfficeData,
  job: JobRow,
  asked: string | null,
) {
  const zone = job.zone ?? accountZone;
  const today = ctx.now.toZonedDateTimeISO(zone).toPlainDate();
  const month = monthOf(asked, today);
  const records = await recordsOfJob(ctx, job.jobId, { kinds: KINDS });
  const to = today.toString();
  const account = ctx.account.id;
  const from = firstDay(job.startsOn, claimOf(records, { from: "2000-01-01", to, account }), month, today);
  const claim = claimOf(records, { from, to, account });
  const name = month.toString();
  const inMonth = (date: string) => date.startsWith(name);
  const dayHref = (date: string) => `/account/job/${job.jobId}/logs?day=${date}`;
  const shownDay = (day: AdverseDay) => ({
    date: formatLongDate(day.date),
    iso: day.date,
    href: dayHref(day.date),
    passed: formatPassed(day.passed, units),
    weather: day.reading
      ? readingFigures(day.reading, units)
      : day.seen
        ? observationLine(day.seen, units)
        : "Not known",
    source: day.reading ? readingSource(day.reading, units) : "",
    lost: day.hoursLost ? formatHours(day.hoursLost) : "",
    critical: day.criticalHours ? formatHours(day.criticalHours) : "",
    counts: day.counts,
    verdict: describeVerdict(day),
    work: [...day.delays.map(({ entry }) => entry.text), describeWaiting(day.waiting)].filter(Boolean),
  });
  return {
    month: name,
    title: formatMonth(name),
    months: claim.months.map((one) => ({ ...one, title: formatMonth(one.month) })),
    sums: claimTotals(claim),
    days: claim.days.filter(({ date }) => inMonth(date)).map(shownDay),
    known: claim.known.filter(({ date }) => inMonth(date)).length,
    // Today's weather is fetched when its log is started.
    unknown: claim.unknown
      .filter((date) => inMonth(date) && date < to)
      .map((date) => ({ iso: date, date: formatDate(date), href: dayHref(date) })),
    hasPlace: job.lat !== null && job.lon !== null,
    pack: `/account/reports/new?${new URLSearchParams({ job: job.jobId, shape: "weather", from, to })}`,
  };
}
export type WeatherMonth = Awaited<ReturnType<typeof weatherOffice>>;

/** The first of the month in which the job began, or of the month shown; at most `MOST_MONTHS` back. */
function firstDay(
  startsOn: string | null,
  { known, days }: Claim,
  month: Temporal.PlainYearMonth,
  today: Temporal.PlainDate,
): string {
  const began = [startsOn, known[0]?.date, days[0]?.date, month.toString()]
    .flatMap((date) => date?.slice(0, 7) ?? [])
    .toSorted()[0]!;
  const earliest = today
    .toPlainYearMonth()
    .subtract({ months: MOST_MONTHS - 1 })
    .toString();
  return `${began < earliest ? earliest : began}-01`;
}
