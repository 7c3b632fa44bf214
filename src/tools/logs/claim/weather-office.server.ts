import { recordsOfJob } from "#ground/sync/public.server.ts";
import type { JobRow } from "#trade/jobs/public.server.ts";
import { type Claim, claimOf, describeClaimMonth } from "#trade/weather/public.server.ts";
import { monthOf } from "../office/calendar.ts";
import { filtersOf } from "../office/filters.ts";
import { listDays } from "../office/find.server.ts";
import type { OfficeData } from "../office/office.server.ts";
import { loggedWork } from "./logged-work.ts";

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
  const work = loggedWork(records);
  const all = claimOf(records, work, { from: "2000-01-01", to, account });
  const from = firstDay(job.startsOn, all, month, today);
  const claim = claimOf(records, work, { from, to, account });
  return {
    ...describeClaimMonth(
      claim,
      { month: month.toString(), today: to, units },
      { hrefOf: (date) => `/account/job/${job.jobId}/logs?day=${date}`, textOf: ({ text }) => text },
    ),
    hasPlace: job.lat !== null && job.lon !== null,
    pack: `/account/reports/new?${new URLSearchParams({ job: job.jobId, shape: "weather", from, to })}`,
  };
}

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
