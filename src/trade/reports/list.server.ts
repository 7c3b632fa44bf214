import { mailedTo } from "#ground/papers/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { sortRows } from "#platform/http/list-sort.ts";
import { dayOf } from "#platform/time/format.ts";
import type { State } from "#ui/state-mark.tsx";
import { listReports, type Report } from "./data.server.ts";
import type { ReportSort } from "./list-query.ts";
import { titleOf } from "./paper/registry.server.ts";
import { formatCount } from "./rules.ts";

const SORTED_BY = {
  created: ({ createdAt }: Report) => createdAt.epochMilliseconds,
  job: ({ jobName }: Report) => jobName,
  period: ({ fromDay }: Report) => fromDay,
};

function markOf({ state }: Report, sent: number): { readonly state: State; readonly words: string } {
  if (state === "waiting") return { state: "now", words: "In progress" };
  if (state === "failed") return { state: "stopped", words: "Failed" };
  if (sent === 0) return { state: "unsent", words: "Not sent" };
  return { state: "done", words: sent === 1 ? "Sent once" : `Sent to ${sent}` };
}

/** Reports as lists show them. @param job only this job's */
export async function reportRows(
  ctx: AccountContext,
  { job, sort }: { readonly job: string | undefined; readonly sort: ReportSort },
) {
  const reports = await listReports(ctx, job);
  const ids = reports.map(({ id }) => id);
  const sent = Map.groupBy(await mailedTo(ctx, ids), ({ paperId }) => paperId);
  return sortRows(reports, sort, SORTED_BY).map((report) => {
    const { id, jobName, shape, fromDay, toDay, entries, photos, createdAt, zone, scheduleId } = report;
    const counts = [
      ...(entries === null || (entries === 0 && photos) ? [] : [formatCount(entries, "entry", "entries")]),
      ...(photos ? [formatCount(photos, "photo", "photos")] : []),
    ];
    return {
      id,
      jobName,
      period: titleOf(shape, fromDay, toDay),
      contents: counts.length ? counts.join(", ") : null,
      created: dayOf(createdAt, zone),
      bySchedule: scheduleId !== null,
      mark: markOf(report, sent.get(id)?.length ?? 0),
    };
  });
}
