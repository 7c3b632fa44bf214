import { fullNamesOf } from "#ground/identity/public.server.ts";
import { describeRhythm, nameOfSchedule, nextDue, pathOfSchedule } from "#trade/inspections/public.ts";
import { findDueDays, openSchedules } from "#trade/inspections/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { dayWords, formatHour } from "#platform/time/format.ts";

const SHOWN_DAYS = 7;
/** Rows of the page before somebody asks for all. */
const MOST_ROWS = 100;
const byName = new Intl.Collator("en-US", { numeric: true });

/**
 * Scheduled checklists of all jobs, those missed most often first.
 * @param asked.isNarrowed only the overdue ones @param asked.isAll all rows instead of the first 100
 */
export async function schedulesPage(
  ctx: AccountContext,
  { isNarrowed, isAll }: { readonly isNarrowed: boolean; readonly isAll: boolean },
) {
  const schedules = await openSchedules(ctx);
  const days = (await findDueDays(ctx, schedules, SHOWN_DAYS)).filter(
    ({ isDone, dueAt }) => !isDone && Temporal.Instant.compare(dueAt, ctx.now) <= 0,
  );
  const late = Map.groupBy(days, ({ id }) => id);
  const all = schedules
    .map((one) => ({ ...one, missed: (late.get(one.id) ?? []).map(({ on }) => on).toReversed() }))
    .toSorted(
      (one, other) => other.missed.length - one.missed.length || byName.compare(one.job.name, other.job.name),
    );
  const found = isNarrowed ? all.filter(({ missed }) => missed.length > 0) : all;
  const shown = isAll ? found : found.slice(0, MOST_ROWS);
  const names = await fullNamesOf(
    ctx.db,
    shown.flatMap(({ schedule }) => schedule.who ?? []),
  );
  return {
    isNarrowed,
    count: all.length,
    overdue: late.size,
    found: found.length,
    rows: shown.map(({ id, job: { jobId, name: job }, schedule, today, missed }) => {
      const next = nextDue(schedule, today);
      return {
        ...{ id, jobId, job, name: nameOfSchedule(schedule), missed: missed.map(inWords) },
        rhythm: describeRhythm(schedule),
        who: schedule.who === null ? "Everyone on the job" : (names.get(schedule.who) ?? ""),
        next: next ? `${inWords(next)}, by ${formatHour(schedule.by)}` : "",
        href: pathOfSchedule(jobId, id, missed[0]),
      };
    }),
  };
}

const inWords = (date: string): string => dayWords(Temporal.PlainDate.from(date));
