import { fullNamesOf } from "#ground/identity/public.server.ts";
import type { ItemRow } from "#ground/worklist/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type State, STATE_LABELS } from "../rules/run.ts";

/** Checklists as the office lists them. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]) {
  const jobs = await jobsById(ctx);
  const people = await fullNamesOf(ctx.db, [...new Set(items.flatMap(({ person }) => person ?? []))]);
  return items.map((item) => ({
    ...item,
    job: jobs.get(item.jobId)?.name ?? "",
    state: item.type === null ? "" : STATE_LABELS[item.type as State],
    startedBy: (item.person && people.get(item.person)) ?? "",
    href: `/account/job/${item.jobId}/checklists/${item.id}`,
  }));
}
