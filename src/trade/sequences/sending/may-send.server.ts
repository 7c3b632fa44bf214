import { getBusiness, lockIfActive } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { mayNoticeLeave } from "#ground/notifications/public.server.ts";
import {
  contactStates,
  isNumberStopped,
  mayAnswerLeave,
  mayStillText,
  noteBadAddress,
  recordUnsentForward,
} from "#trade/leads/public.server.ts";
import { type AccountContext, SYSTEM_ACCOUNT, withAccount } from "#platform/db/scope.server.ts";
import type { MayMail } from "#platform/mail/sending/mailer.ts";
import type { MailMessage, MailOutcome } from "#platform/mail/message.ts";
import type { TextMessage } from "#platform/sms/text.ts";
import type { MayText } from "#platform/sms/sending/texter.ts";
import { mayMailGoNow } from "../hours/mail-hours.server.ts";
import { NOT_SENT, SUPPRESSED } from "../rules.ts";
import { mayTextGoNow, openForText } from "../hours/text-hours.server.ts";

/**
 * Called before a reply is sent or a follow-up that waited is retried: has anything happened that forbids it,
 * and are the hours open? If not, it waits for them.
 */
export async function mayStillSend(message: MailMessage): Promise<MayMail> {
  const leadId = message.aboutId;
  if (!leadId) return { ok: true };
  return await withAccount(message.accountId, async (ctx) => {
    if (!(await lockIfActive(ctx))) return { suppressed: NOT_SENT.suspended };
    if (message.kind === "answer") return await mayAnswerLeave(ctx, leadId);
    const lead = (await contactStates(ctx, [leadId])).get(leadId);
    if (!lead) return { suppressed: NOT_SENT.stopped };
    if (lead.suppressed) return { suppressed: SUPPRESSED[lead.suppressed] };
    if (lead.unconfirmedSince) return { suppressed: NOT_SENT.unconfirmed };
    if (lead.basis === "private") return { suppressed: NOT_SENT.private };
    return await mayMailGoNow(ctx, message, lead);
  });
}

/**
 * Called before every text is sent: may the lead be texted, and is it a legal hour wherever they may be? If
 * not, it waits for one.
 */
export async function mayTextLeave(message: TextMessage): Promise<MayText> {
  if (message.kind === "notice") {
    const isStopped = await withAccount(message.accountId, (ctx) => isNumberStopped(ctx, message.to));
    return isStopped ? { suppressed: "the number opted out of texts" } : await mayNoticeLeave(message);
  }
  if (message.kind === "job") return await withAccount(message.accountId, (ctx) => mayTextSub(ctx, message));
  const answer = await mayStillText(message);
  return "ok" in answer ? await withAccount(message.accountId, (ctx) => mayTextGoNow(ctx, message)) : answer;
}

/** A sub, who agreed to texts: not after STOP, and not at night where the business or the number is. */
async function mayTextSub(ctx: AccountContext, { to }: TextMessage): Promise<MayText> {
  if (!(await lockIfActive(ctx))) return { suppressed: NOT_SENT.suspended };
  if (await isNumberStopped(ctx, to)) return { suppressed: "the number opted out of texts" };
  const open = openForText(await getBusiness(ctx), to, null, ctx.now);
  if (typeof open === "string") return { suppressed: open };
  return Temporal.Instant.compare(open, ctx.now) > 0 ? { notBefore: open } : { ok: true };
}

/**
 * Stops everything to an address that a mail server reported as nonexistent. The installation’s own emails
 * go to people of a business: they hear of a reply that couldn’t be forwarded.
 */
export async function recordBadAddress(outcome: MailOutcome): Promise<void> {
  const { message, addressBad } = outcome;
  if (message.accountId === SYSTEM_ACCOUNT) return await recordUnsentForward(outcome);
  if (!addressBad) return;
  const { id: messageId, aboutId: leadId, recipient } = message;
  await withAccount(message.accountId, (ctx) =>
    leadId
      ? noteBadAddress(ctx, leadId, recipient)
      : publish(ctx, { type: "mail.returned", messageId, recipient: recipient.toLowerCase() }),
  );
}
