import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";

/**
 * Removes every text of a business that is about somebody or went to their number, in the caller's
 * transaction, which is in the business's scope. One that a sender holds does not leave any more; one whose
 * request is leaving this moment leaves no row.
 * @param phone E.164; null where there is none
 */
export async function eraseTextsAbout(
  db: Db,
  { accountId, aboutId, phone }: { accountId: string; aboutId: string; phone: string | null },
): Promise<void> {
  await db.execute(sql`
    delete from sms_messages where account_id = ${accountId} and (about_id = ${aboutId} or recipient = ${phone})`);
}
