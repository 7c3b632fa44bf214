import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";

/**
 * Deletes every text of a business about a lead or to their number, in the caller's transaction, which is in
 * the business's scope. A claimed text is not sent; one that is being sent right now leaves no row.
 * @param phone E.164, or null
 */
export async function eraseTextsAbout(
  db: Db,
  { accountId, aboutId, phone }: { accountId: string; aboutId: string; phone: string | null },
): Promise<void> {
  await db.execute(sql`
    delete from sms_messages where account_id = ${accountId} and (about_id = ${aboutId} or recipient = ${phone})`);
}
