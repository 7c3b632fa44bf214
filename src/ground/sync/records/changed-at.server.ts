import { and, eq, inArray, max, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { syncCommands } from "../tables.server.ts";

// By when we received what was written, so that a program that asks for later changes misses nothing from a
// phone that was offline.

/** Whether the record with this id was written to at this moment or later. */
export const wasChangedSince = (
  { account }: AccountContext,
  id: SQLWrapper,
  since: Temporal.Instant,
): SQL => sql`exists (select from ${syncCommands} c
  where c.account_id = ${account.id} and c.record_id = ${id} and c.received_at >= ${since.toString()})`;

/** When each record was last written to. */
export async function changedAtOf(
  { db, account }: AccountContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Temporal.Instant>> {
  if (ids.length === 0) return new Map();
  const { recordId, receivedAt, accountId } = syncCommands;
  const rows = await db
    .select({ id: recordId, at: max(receivedAt) })
    .from(syncCommands)
    .where(and(eq(accountId, account.id), inArray(recordId, [...ids])))
    .groupBy(recordId);
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])));
}
