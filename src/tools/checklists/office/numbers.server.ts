import { sumByType } from "#ground/worklist/public.server.ts";
import { RUN } from "#trade/inspections/public.ts";
import { openDays } from "#trade/inspections/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** How many checklists there are of each state, and how many scheduled ones are overdue. */
export async function numbersOf(ctx: AccountContext) {
  const counts = new Map((await sumByType(ctx, RUN)).map(({ type, count }) => [type, count]));
  const days = await openDays(ctx);
  return {
    open: counts.get("open") ?? 0,
    finished: counts.get("finished") ?? 0,
    approved: counts.get("approved") ?? 0,
    overdue: days.filter(({ dueAt }) => Temporal.Instant.compare(dueAt, ctx.now) <= 0).length,
  };
}
