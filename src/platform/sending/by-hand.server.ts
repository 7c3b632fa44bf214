import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import type { Channel } from "./claimer.server.ts";

/** A message of an account about something, such as a lead. */
interface Which {
  readonly accountId: string;
  readonly id: string;
  readonly aboutId: string;
}

/** Outbox messages, and those that their owner sent by hand. */
const inOutbox = ({ accountId, id, aboutId }: Which) => sql`
  account_id = ${accountId} and id = ${id} and about_id = ${aboutId} and state = 'sent' and via in ('outbox', 'hand')`;

const tableOf = (channel: Channel) => sql.identifier(`${channel}_messages`);

/**
 * Records that the owner sent an outbox message by hand. Idempotent.
 * @returns false if there is no such message
 */
export async function markMessageSentByHand(
  db: Db,
  channel: Channel,
  which: Which,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update ${tableOf(channel)}
       set via = 'hand', sent_at = case via when 'hand' then sent_at else ${now.toString()}::timestamptz end
     where ${inOutbox(which)}`);
  return rowCount === 1;
}

/**
 * Undoes `markMessageSentByHand`: the message is back in the outbox.
 * @returns false if there is no such message
 */
export async function undoMessageSentByHand(db: Db, channel: Channel, which: Which): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`update ${tableOf(channel)} set via = 'outbox' where ${inOutbox(which)}`,
  );
  return rowCount === 1;
}
