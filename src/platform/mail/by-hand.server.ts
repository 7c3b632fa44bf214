import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";

/** An email in the outbox that its owner may send from their own mail program. */
export interface MailByHand extends Record<string, unknown> {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** Outbox emails about something, oldest first. Without a mail server, only the owner can send them. */
export async function mailsToSendByHand(db: Db, accountId: string, aboutId: string): Promise<MailByHand[]> {
  const { rows } = await db.execute<MailByHand>(sql`
    select id, recipient, subject, text from mail_messages
     where account_id = ${accountId} and about_id = ${aboutId} and state = 'sent' and via = 'outbox' order by created_at, id`);
  return rows;
}
