import { and, eq, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { syncCommands, syncRecords } from "../tables.server.ts";

/**
 * A subquery to join by `id`: each job's last revision up to `upTo`, null for a job that was added later. A
 * list sorted by it pages through every job once, even if jobs change meanwhile.
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
