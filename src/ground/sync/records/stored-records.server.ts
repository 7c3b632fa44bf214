import { and, eq, inArray } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { syncRecords } from "../tables.server.ts";
import type { HeldRecord } from "../device/protocol.ts";

/** A row as a record. */
export const heldRecord = ({
  kind,
  id,
  jobId,
  revision,
  fields,
}: Omit<typeof syncRecords.$inferSelect, "accountId" | "removed">): HeldRecord => ({
  kind,
  id,
  job: jobId,
  revision,
  fields,
});

/**
 * Records as they are held at this moment, in the transaction of `ctx`; those that are not there are left
 * out.
 */
export async function heldRecordsOf(
  { db, account }: AccountContext,
  ids: readonly string[],
): Promise<HeldRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(syncRecords)
    .where(and(eq(syncRecords.accountId, account.id), inArray(syncRecords.id, [...ids])));
  return rows.map(heldRecord);
}

/** A record as it is held at this moment, in the transaction of `ctx`; null where there is none. */
export async function heldRecordOf(ctx: AccountContext, id: string): Promise<HeldRecord | null> {
  return (await heldRecordsOf(ctx, [id]))[0] ?? null;
}
