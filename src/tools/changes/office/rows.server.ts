import { and, eq, inArray } from "drizzle-orm";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import type { ItemRow } from "#ground/worklist/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { changeOf } from "../rules/change.ts";
import { isPriced } from "../rules/problems.ts";
import type { ChangeRow } from "../stored/changes.server.ts";
import { changes } from "../tables.server.ts";

/** A change in the office's list, on the screen and in its CSV. */
export interface Row extends ItemRow {
  /** The job's name; empty for one that is gone. */
  readonly job: string;
  readonly change: Pick<ChangeRow, "pco" | "cor" | "co" | "days" | "writtenCents"> | null;
  /** What it changes the contract sum by; null before it is sent. */
  readonly amount: number | null;
  /** Whether people set a price: a change without one isn't worth $0.00. */
  readonly isPriced: boolean;
}

/** What the list says of its items beside what they are found by. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]): Promise<Row[]> {
  const ids = items.map(({ id }) => id);
  const found =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(changes)
          .where(and(eq(changes.accountId, ctx.account.id), inArray(changes.id, ids)));
  const byId = new Map(found.map((row) => [row.id, row]));
  const jobs = await jobsById(ctx);
  // Only what says 0 may be without a price.
  const asked = found.filter(({ cents, writtenCents }) => cents === null && writtenCents === 0);
  const records = await findStoredRecords(
    ctx,
    asked.map(({ id }) => id),
  );
  const unpriced = new Set(
    records.flatMap(({ id, fields }) => (isPriced(changeOf(shownFields(fields))) ? [] : [id])),
  );
  return items.map((item) => {
    const row = byId.get(item.id) ?? null;
    return {
      ...{ ...item, job: jobs.get(item.jobId)?.name ?? "", change: row, amount: row?.cents ?? null },
      isPriced: !unpriced.has(item.id),
    };
  });
}
