import { and, eq, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { syncCommands, syncRecords } from "../tables.server.ts";

/**
 * The number of each job's last change when the account had counted to `upTo`, as a subquery to join by `id`.
 * `revision` is null for a job that came later. A list in this order stays in order while jobs change: a
 * reader who asks page by page misses nothing and sees nothing twice.
 */
export function jobRevisionsUpTo({ db, account }: AccountContext, upTo: number) {
  return db
    .select({
      id: syncRecords.id,
      revision: sql`case when ${syncRecords.revision} <= ${upTo} then ${syncRecords.revision}
        else (select max(c.number) from ${syncCommands} c
               where c.account_id = ${account.id} and c.record_id = ${syncRecords}.id and c.number <= ${upTo}) end`
        .mapWith(syncRecords.revision)
        .as("revision_up_to"),
    })
    .from(syncRecords)
    .where(and(eq(syncRecords.accountId, account.id), eq(syncRecords.jobId, syncRecords.id)))
    .as("revisions");
}
