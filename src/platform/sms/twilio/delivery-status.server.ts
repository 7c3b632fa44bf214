import { sql } from "drizzle-orm";
import type { Db } from "../../db/database.server.ts";
import { reasonOfCode } from "../sending/send.server.ts";

export interface DeliveryStatus {
  readonly accountId: string;
  readonly id: string;
  readonly sid: string;
  /** `MessageStatus`: queued, sending, sent, delivered, undelivered, failed; others are ignored. */
  readonly status: string;
  readonly errorCode: number | undefined;
}

/**
 * Records a text's status after it was sent, in the caller's transaction, which is in the account's scope.
 * Also for an `unknown` text: a report proves that Twilio accepted it. Repeated or out-of-order reports
 * change nothing.
 * @returns its recipient's number if they turn out to have opted out; else undefined
 */
export async function saveDeliveryStatus(
  db: Db,
  { accountId, id, sid, status, errorCode }: DeliveryStatus,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const which = sql`account_id = ${accountId} and id = ${id} and via is distinct from 'hand' and (sid is null or sid = ${sid})
    and state in ('committing', 'sent', 'unknown')`;
  if (status === "failed" || status === "undelivered") {
    const reason = reasonOfCode(errorCode) ?? "undelivered";
    const failure = `The carrier didn’t deliver it${errorCode === undefined ? "" : ` (error ${errorCode})`}.`;
    const { rows } = await db.execute<{ recipient: string }>(sql`
      update sms_messages set state = 'failed', via = 'twilio', sid = ${sid}, reason = ${reason}, failure = ${failure}, claimed_by = null
       where ${which} and delivered_at is null returning recipient`);
    return reason === "opted_out" ? rows[0]?.recipient : undefined;
  }
  if (!["queued", "accepted", "sending", "sent", "delivered"].includes(status)) return undefined;
  const deliveredAt = status === "delivered" ? now.toString() : null;
  await db.execute(sql`
    update sms_messages
       set state = 'sent', via = 'twilio', sid = ${sid}, failure = null, claimed_by = null,
           sent_at = coalesce(sent_at, ${now.toString()}), delivered_at = coalesce(delivered_at, ${deliveredAt}::timestamptz)
     where ${which}`);
  return undefined;
}
