import { fullNamesOf } from "#ground/identity/public.server.ts";
import type { ItemRow, Search } from "#ground/worklist/public.server.ts";
import { RUN, type State, STATE_LABELS } from "#trade/inspections/public.ts";
import { SAFETY_TAG } from "#trade/issues/public.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { inspectionPath } from "../paths.ts";

/** Runs of safety lists, wherever they were started. */
export const SEARCH: Search = { kind: RUN, tag: SAFETY_TAG };

/** Inspections as the office lists them. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]) {
  const jobs = await jobsById(ctx);
  const people = await fullNamesOf(ctx.db, [...new Set(items.flatMap(({ person }) => person ?? []))]);
  return items.map(({ id, jobId, date, title, type, person }) => ({
    ...{ id, date, title },
    job: jobs.get(jobId)?.name ?? "",
    state: type === null ? "" : STATE_LABELS[type as State],
    startedBy: (person && people.get(person)) ?? "",
    href: inspectionPath(jobId, id),
  }));
}
