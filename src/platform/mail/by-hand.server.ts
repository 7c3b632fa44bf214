import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";

/** A mail in the outbox that its owner may send from their own mail program. */
export interface MailByHand extends Record<string, unknown> {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Mails about something that went to the outbox, oldest first: no mail server is set, so nobody else sends
 * them.
 */
export async function mailsToSendByHand(db: Db, accountId: string, aboutId: string): Promise<MailByHand[]> {
  const { rows } = await db.execute<MailByHand>(sql`
    select id, recipient, subject, text from mail_messages
     where account_id = ${accountId} and about_id = ${aboutId} and state = 'sent' and via = 'outbox' order by created_at, id`);
  return rows;
}

/**
 * Notes that the owner sent a mail of the outbox. Said twice it is once.
 * @returns false when there is no such message
 */
export async function markMailSentByHand(
  db: Db,
  { accountId, id, aboutId }: { accountId: string; id: string; aboutId: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update mail_messages set via = 'hand', sent_at = case via when 'hand' then sent_at else ${now.toString()}::timestamptz end
     where account_id = ${accountId} and id = ${id} and about_id = ${aboutId} and state = 'sent' and via in ('outbox', 'hand')`);
  return rowCount === 1;
}

/**
 * Takes back that the owner sent a mail themselves: it waits for them again.
 * @returns false when there is no such message
 */
export async function undoMailSentByHand(
  db: Db,
  { accountId, id, aboutId }: { accountId: string; id: string; aboutId: string },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update mail_messages set via = 'outbox'
     where account_id = ${accountId} and id = ${id} and about_id = ${aboutId} and state = 'sent' and via in ('outbox', 'hand')`);
  return rowCount === 1;
}
