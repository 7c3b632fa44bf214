import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";

/** A text in the outbox that its owner sends from their own phone. */
export interface TextByHand extends Record<string, unknown> {
  readonly id: string;
  readonly to: string;
  readonly body: string;
}

/** Texts about something that wait for their owner to send them, oldest first. */
export async function textsToSendByHand(db: Db, accountId: string, aboutId: string): Promise<TextByHand[]> {
  const { rows } = await db.execute<TextByHand>(sql`
    select id, recipient as "to", body from sms_messages
     where account_id = ${accountId} and about_id = ${aboutId} and state = 'sent' and via = 'outbox' order by created_at, id`);
  return rows;
}

/**
 * Records that the owner sent an outbox text by hand. Idempotent.
 * @returns false if there is no such message
 */
export async function markTextSentByHand(
  db: Db,
  { accountId, id, aboutId }: { accountId: string; id: string; aboutId: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update sms_messages set via = 'hand', sent_at = case via when 'hand' then sent_at else ${now.toString()}::timestamptz end
     where account_id = ${accountId} and id = ${id} and about_id = ${aboutId} and state = 'sent' and via in ('outbox', 'hand')`);
  return rowCount === 1;
}

/**
 * Undoes `markTextSentByHand`: the message is back in the outbox.
 * @returns false if there is no such message
 */
export async function undoTextSentByHand(
  db: Db,
  { accountId, id, aboutId }: { accountId: string; id: string; aboutId: string },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update sms_messages set via = 'outbox'
     where account_id = ${accountId} and id = ${id} and about_id = ${aboutId} and state = 'sent' and via in ('outbox', 'hand')`);
  return rowCount === 1;
}
