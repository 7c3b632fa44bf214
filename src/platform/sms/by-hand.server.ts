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
