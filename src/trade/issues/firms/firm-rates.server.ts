import { sql } from "drizzle-orm";
import { allRecordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { FIRM, firmOf } from "../rules/firm.ts";

/** How a firm did with the issues it got. */
export interface FirmRate {
  /** The firm's record. */
  readonly firm: string;
  readonly name: string;
  readonly issues: number;
  /** Of those, how many came back because a fix wasn't accepted. */
  readonly refused: number;
  /** From finding an issue to its last fix, the median, in days to one decimal; null if none is fixed. */
  readonly days: number | null;
}

/**
 * The firms that got issues found since a moment, those with the most issues that came back first.
 * @param since null for all issues
 */
export async function firmRates(
  ctx: AccountContext,
  since: Temporal.Instant | null,
): Promise<readonly FirmRate[]> {
  const { rows } = await ctx.db.execute<{
    readonly firm: string;
    readonly issues: number;
    readonly refused: number;
    readonly days: number | null;
  }>(sql`
    select firm_id as firm, count(*)::int as issues, count(*) filter (where refusals > 0)::int as refused,
           round((percentile_cont(0.5) within group (order by extract(epoch from
             -- Without a review there was no fix to wait for: it ended when it was closed.
             coalesce(fixed_at, case when state = 'closed' then state_at end) - created_at)) / 86400)::numeric, 1)::float8 as days
      from issues_issues
     where account_id = ${ctx.account.id} and firm_id is not null
           ${since === null ? sql`` : sql`and created_at >= ${since.toString()}::timestamptz`}
     group by firm_id
     order by refused desc, issues desc, firm_id`);
  if (rows.length === 0) return [];
  const names = new Map(
    (await allRecordsOfKind(ctx, FIRM, {})).map(({ id, fields }) => [id, firmOf(shownFields(fields)).name]),
  );
  return rows.map((row) => ({ ...row, name: names.get(row.firm) ?? "A sub that was deleted" }));
}
