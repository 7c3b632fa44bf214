import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatNumber } from "./rules.ts";
import { papersSeries } from "./tables.server.ts";

/**
 * The next number of a series, such as `EST-2026-001` of `EST-2026`. It belongs to the transaction: who asks
 * second waits for the first, and gets the same number if the first is rolled back, so none is skipped and
 * none is given twice. Ask late in a transaction, because everybody else waits until it ends.
 * @param of what has a series of its own, such as the id of a job; default: the account
 * @param digits least digits of the number; 3 as in `EST-2026-001`
 */
export async function nextNumber(ctx: AccountContext, series: string, of = "", digits = 3): Promise<string> {
  const [row] = await ctx.db
    .insert(papersSeries)
    .values({ accountId: ctx.account.id, series: of ? `${series} ${of}` : series, last: 1 })
    .onConflictDoUpdate({
      target: [papersSeries.accountId, papersSeries.series],
      set: { last: sql`${papersSeries.last} + 1` },
    })
    .returning({ last: papersSeries.last });
  return formatNumber(series, row!.last, digits);
}
