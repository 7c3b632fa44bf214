import { fullNamesOf } from "#ground/identity/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import type { ItemRow } from "#ground/worklist/public.server.ts";
import { scoresOf } from "#trade/inspections/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { runOf, type State, STATE_LABELS } from "#trade/inspections/public.ts";

/** Checklists as the office lists them. `score` is "92%", or empty for none. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]) {
  const jobs = await jobsById(ctx);
  const people = await fullNamesOf(ctx.db, [...new Set(items.flatMap(({ person }) => person ?? []))]);
  const runs = await findStoredRecords(
    ctx,
    items.map(({ id }) => id),
  );
  const scores = await scoresOf(ctx, runs);
  const fields = new Map(runs.map((run) => [run.id, shownFields(run.fields)]));
  return items.map((item) => {
    const score = scores.get(item.id);
    const { title, place } = runOf(fields.get(item.id) ?? { title: item.title });
    return {
      ...item,
      title: [title, place].filter(Boolean).join(", "),
      job: jobs.get(item.jobId)?.name ?? "",
      state: item.type === null ? "" : STATE_LABELS[item.type as State],
      score: score === undefined ? "" : `${score}%`,
      startedBy: (item.person && people.get(item.person)) ?? "",
      href: `/account/job/${item.jobId}/checklists/${item.id}`,
    };
  });
}
