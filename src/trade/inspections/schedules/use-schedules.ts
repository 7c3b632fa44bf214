import { type ShownRecord, useRecords } from "#ground/sync/public.tsx";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import { useClock, useScreen } from "#trade/fieldwork/public.tsx";
import { isWalked, RUN, type Run, runOf } from "../rules/run.ts";
import { firstDayOf, openDueDays, type Schedule, SCHEDULE, scheduleOf } from "./rules.ts";

/** A run that was started for a day of a schedule. */
export interface ScheduledRun {
  readonly record: ShownRecord;
  readonly run: Run;
}

/** A schedule of the job, as this device knows it. */
export interface JobSchedule {
  readonly record: ShownRecord;
  readonly schedule: Schedule;
  readonly today: Temporal.PlainDate;
  /** Its runs for a day. */
  runsOn(on: string): readonly ScheduledRun[];
  /** Days of the last week on which nobody finished it, the latest last. */
  readonly openDays: readonly string[];
}

/** Today where the job is. */
export function useToday(): Temporal.PlainDate {
  const { job, zone } = useScreen();
  return Temporal.PlainDate.from(dateAt(useClock(job).now, zone));
}

/** The schedules of the job by name, those that moved to another job last; undefined until loaded. */
export function useSchedules(): readonly JobSchedule[] | undefined {
  const { job, zone } = useScreen();
  const schedules = useRecords(SCHEDULE, job);
  const runs = useRecords(RUN, job);
  const today = useToday();
  if (!schedules || !runs) return undefined;
  const started = Map.groupBy(
    runs.map((record) => ({ record, run: runOf(record.values) })),
    ({ run: { due } }) => due && `${due.schedule} ${due.on}`,
  );
  return schedules
    .map((record): JobSchedule => {
      const schedule = scheduleOf(record.values);
      const runsOn = (on: string) => started.get(`${record.id} ${on}`) ?? [];
      const isDone = (on: string) => runsOn(on).some(({ run }) => isWalked(run.state));
      const since = firstDayOf(schedule, dateAt(firstWritten(record.fields)?.at ?? 0, zone));
      return { record, schedule, today, runsOn, openDays: openDueDays(schedule, { today, since }, isDone) };
    })
    .toSorted(
      ({ schedule: one }, { schedule: other }) =>
        Number(one.movedTo !== null) - Number(other.movedTo !== null) || one.title.localeCompare(other.title),
    );
}
