import { getBusiness } from "#ground/businesses/public.server.ts";
import { defineDueKind, type DueItem, type DueText, findDue, saveDue } from "#ground/due/public.server.ts";
import { REMOVED, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { itemsInContexts } from "#ground/worklist/public.server.ts";
import { type AccountContext, database } from "#platform/db/scope.server.ts";
import { dueId } from "../rules/ids.ts";
import { isWalked, RUN, runOf } from "../rules/run.ts";
import { findDueDays, openSchedules } from "./days.server.ts";
import { dueOfRun, HOURS, isDueOn } from "./rules.ts";
import { scheduledText } from "./text.ts";

/** A list that is due on a day; its record is that day of its schedule. */
const SCHEDULED = "checklists.scheduled";

/** Called once per process, with the kinds of records. */
export function defineScheduledLists(): void {
  defineDueKind({
    kind: SCHEDULED,
    hours: HOURS,
    describe: describeScheduled,
    clock: { accounts: accountsWithSchedules, find: findScheduled },
  });
}

async function accountsWithSchedules(after: string, most: number): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select inspections_schedule_accounts as id from inspections_schedule_accounts($1, $2)",
    [after, most],
  );
  return rows.map(({ id }) => id);
}

/** Saves who must walk the lists of today, and of yesterday, in case nothing ran then. */
async function findScheduled(ctx: AccountContext): Promise<void> {
  const days = await findDueDays(ctx, await openSchedules(ctx), 1);
  for (const { dueId: record, job, dueAt, endsAt, people, isDone } of days)
    if (!isDone) await saveDue(ctx, { kind: SCHEDULED, record, jobId: job.jobId, dueAt, endsAt, people });
}

/**
 * Closes a day once a run of it is finished, and opens it again when that was undone. Call in the transaction
 * of the run's command.
 */
export async function settleRun(ctx: AccountContext, { id, fields }: StoredRecord): Promise<void> {
  const values = shownFields(fields);
  const due = dueOfRun(values);
  if (!due) return;
  const record = dueId(due);
  const asked = await findDue(ctx, SCHEDULED, record);
  const [first] = asked;
  if (!first) return;
  const { kind, jobId, dueAt, endsAt } = first;
  // The list over all jobs has this run's state from before.
  const others = (await itemsInContexts(ctx, RUN, [record])).filter((other) => other.id !== id);
  const isDone =
    (values[REMOVED] !== true && isWalked(runOf(values).state)) || others.some(({ type }) => isWalked(type));
  const people = isDone ? [] : asked.map(({ userId }) => userId);
  await saveDue(ctx, { kind, record, jobId, dueAt, endsAt, people });
}

/** Nothing for a schedule that was paused, removed or changed, and for a finished job. */
async function describeScheduled(
  ctx: AccountContext,
  items: readonly DueItem[],
): Promise<(DueText | null)[]> {
  const schedules = await openSchedules(ctx);
  const business = (await getBusiness(ctx)).name ?? "Your business";
  return items.map(({ jobId, record, dueAt }) => {
    for (const { id, job, schedule, zone } of schedules) {
      if (job.jobId !== jobId) continue;
      const near = dueAt.toZonedDateTimeISO(zone).toPlainDate();
      // The job may have got another time zone since.
      for (const day of [near, near.subtract({ days: 1 }), near.add({ days: 1 })])
        if (dueId({ schedule: id, on: day.toString() }) === record)
          return isDueOn(schedule, day)
            ? scheduledText({ business, job, id, schedule, on: day.toString() })
            : null;
    }
    return null;
  });
}
