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

/**
 * Records that the owner sent an outbox email by hand. Idempotent.
 * @returns false if there is no such message
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
 * Undoes `markMailSentByHand`: the message is back in the outbox.
 * @returns false if there is no such message
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
