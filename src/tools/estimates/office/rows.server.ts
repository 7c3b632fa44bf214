import { and, eq, inArray, sql } from "drizzle-orm";
import { type ItemRow, sumByType } from "#ground/worklist/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { ESTIMATE } from "../rules/estimate.ts";
import { isFrozen, type State, STATES } from "../rules/states.ts";
import { withVersions } from "../stored/estimates.server.ts";
import { estimates } from "../tables.server.ts";
import { formatAge } from "./age.ts";

/** An estimate in the office's list, on the screen and in its CSV. */
export interface Row extends ItemRow {
  /** The job's name; empty for one that is gone. */
  readonly job: string;
  /** How long it has been in its state: "12 days". */
  readonly age: string;
}

/** Adds to items what the list shows and isn't searched by. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]): Promise<Row[]> {
  const ids = items.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await withVersions(ctx, inArray(estimates.id, ids), ids.length);
  const byId = new Map(found.map((one) => [one.row.id, one]));
  const jobs = await jobsById(ctx);
  return items.map((item) => {
    const { row } = byId.get(item.id) ?? {};
    return {
      ...item,
      // The item has the price before the client chose options and extras.
      cents: row && isFrozen(row.state) ? row.cents : item.cents,
      job: jobs.get(item.jobId)?.name ?? "",
      age: row ? formatAge(ctx.now.since(row.stateAt)) : "",
    };
  });
}

/** How many estimates are in each state, and their sum: of approved ones, what their clients approved. */
export async function sumsByState(
  ctx: AccountContext,
): Promise<{ readonly state: State; readonly count: number; readonly cents: number }[]> {
  const sums = await sumByType(ctx, ESTIMATE);
  const { state, cents, accountId } = estimates;
  const approved = await ctx.db
    .select({ state, cents: sql<number>`coalesce(sum(${cents}), 0)::float8` })
    .from(estimates)
    .where(and(eq(accountId, ctx.account.id), inArray(state, STATES.filter(isFrozen))))
    .groupBy(state);
  const approvedCents = new Map(approved.map((sum) => [sum.state, sum.cents]));
  return STATES.flatMap((of) =>
    sums.flatMap(({ type, count, cents: listed }) =>
      type === of ? { state: of, count, cents: approvedCents.get(of) ?? listed } : [],
    ),
  );
}
