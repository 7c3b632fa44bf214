import { zoneOf } from "#ground/businesses/public.server.ts";
import { fullNamesOf } from "#ground/identity/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import type { ItemRow, Search } from "#ground/worklist/public.server.ts";
import { isWalked, RUN, runOf, type State, STATE_LABELS } from "#trade/inspections/public.ts";
import { findingsOf } from "#trade/inspections/public.server.ts";
import { SAFETY_TAG } from "#trade/issues/public.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { inspectionPath } from "../paths.ts";

/** Runs of safety lists, wherever they were started. */
export const SEARCH: Search = { kind: RUN, tag: SAFETY_TAG };

/** Inspections as the office lists them; overdue by the job's calendar if they were scheduled for a day. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]) {
  const jobs = await jobsById(ctx);
  const people = await fullNamesOf(ctx.db, [...new Set(items.flatMap(({ person }) => person ?? []))]);
  const stored = await findStoredRecords(
    ctx,
    items.map(({ id }) => id),
  );
  const runs = new Map(stored.map(({ id, fields }) => [id, runOf(shownFields(fields))]));
  const [found, usual] = [await findingsOf(ctx, stored), await zoneOf(ctx)];
  return items.map(({ id, jobId, date, title, type, person }) => {
    const [job, run] = [jobs.get(jobId), runs.get(id)];
    const due = run?.due?.on ?? null;
    const today = ctx.now
      .toZonedDateTimeISO(job?.zone ?? usual)
      .toPlainDate()
      .toString();
    return {
      ...{ id, date, title, due, list: run?.title ?? title, place: run?.place ?? "" },
      job: job?.name ?? "",
      state: type === null ? "" : STATE_LABELS[type as State],
      isLate: due !== null && due < today && !isWalked(type),
      ...(found.get(id) ?? { asked: 0, answered: 0, failed: 0, openActions: 0 }),
      startedBy: (person && people.get(person)) ?? "",
      href: inspectionPath(jobId, id),
    };
  });
}
