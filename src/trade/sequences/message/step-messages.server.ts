import { type SQL, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { isGiftStep } from "../sending/gift-step.server.ts";

// A step's message is an email or a text: sequences_steps.message_id is in one of the two tables.

/** Joined by account and id. */
export const stepMessages = sql`(
  select account_id, id, about_id, state, via, reason, sent_at, claimed_at from mail_messages where kind = 'followup'
   union all
  select account_id, id, about_id, state, via, reason, sent_at, claimed_at from sms_messages)`;

const TABLES = [
  { table: sql`mail_messages`, isOfStep: sql`m.kind = 'followup'` },
  { table: sql`sms_messages`, isOfStep: sql`true` },
];

/** The owner sends it from their own phone or mail program. */
const inOutbox = sql`m.state = 'sent' and m.via = 'outbox'`;

/**
 * Cancels queued and claimed messages, so that their steps can be planned again. Not messages being sent
 * right now, nor those in the outbox, which the owner may have sent.
 * @param of condition on the rows `s` of sequences_steps
 * @param becomes the new state of those rows
 */
export async function cancelMessages(
  ctx: AccountContext,
  { of, reason, becomes }: { readonly of: SQL; readonly reason: string; readonly becomes: SQL },
): Promise<void> {
  const account = ctx.account.id;
  // Skip locked rows: senders lock several at once, so waiting could deadlock.
  for (const { table, isOfStep } of TABLES)
    await ctx.db.execute(sql`
      with taken as (
        update ${table} set state = 'suppressed', reason = ${reason}, claimed_by = null
         where account_id = ${account} and id in (
           select m.id from ${table} m join sequences_steps s on s.account_id = m.account_id and s.message_id = m.id
            where s.account_id = ${account} and ${of} and m.state in ('queued', 'claimed') and ${isOfStep}
              for update of m skip locked)
        returning id)
      update sequences_steps s set message_id = null, decided_at = null, ${becomes}
        from taken where s.account_id = ${account} and ${of} and s.message_id = taken.id`);
}

/** Ends queued and claimed messages and those in the outbox. Their rows remain, with the reason. */
export async function suppressMessages(
  ctx: AccountContext,
  { of, reason }: { readonly of: SQL; readonly reason: string },
): Promise<void> {
  const account = ctx.account.id;
  for (const { table, isOfStep } of TABLES)
    await ctx.db.execute(sql`
      update ${table} set state = 'suppressed', reason = ${reason}, claimed_by = null
       where account_id = ${account} and id in (
         select m.id from ${table} m join sequences_steps s on s.account_id = m.account_id and s.message_id = m.id
          where s.account_id = ${account} and ${of} and ${isOfStep} and (m.state in ('queued', 'claimed') or ${inOutbox})
            for update of m skip locked)`);
}

/**
 * Ends a lead's emails in the outbox, whose send-by-hand links would work forever. Texts there end with
 * queued ones.
 * @param includeGift false if the lead merely replied
 */
export async function suppressMailsInOutbox(
  ctx: AccountContext,
  {
    leadId,
    reason,
    includeGift,
  }: { readonly leadId: string; readonly reason: string; readonly includeGift: boolean },
): Promise<void> {
  const account = ctx.account.id;
  const promised = sql`exists (
    select from sequences_steps s where s.account_id = m.account_id and s.message_id = m.id and ${isGiftStep})`;
  await ctx.db.execute(sql`
    update mail_messages m set state = 'suppressed', reason = ${reason}
     where m.account_id = ${account} and m.about_id = ${leadId} and m.kind = 'followup' and ${inOutbox}
       ${includeGift ? sql`` : sql`and not ${promised}`}`);
}
