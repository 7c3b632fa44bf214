import { sql } from "drizzle-orm";
import { withAccount } from "#platform/db/scope.server.ts";

/** Follow-up emails queued or sent to a lead, oldest first. */
export async function listFollowUpMails(
  accountId: string,
  leadId: string,
): Promise<{ subject: string; text: string; recipient: string }[]> {
  return withAccount(accountId, async ({ db }) => {
    const { rows } = await db.execute<{ subject: string; text: string; recipient: string }>(sql`
      select subject, text, recipient from mail_messages
       where about_id = ${leadId} and kind = 'followup' and state <> 'suppressed' order by created_at`);
    return rows;
  });
}
