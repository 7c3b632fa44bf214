import type { Lead } from "#trade/leads/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { mailsToSendByHand } from "#platform/mail/by-hand.server.ts";
import { markMessageSentByHand, undoMessageSentByHand } from "#platform/sending/by-hand.server.ts";
import { textsToSendByHand } from "#platform/sms/by-hand.server.ts";
import { mailLink, textLink } from "#platform/sms/compose-links.ts";

/** A message waiting in the outbox, as the lead's page shows it. */
export interface ToSend {
  readonly id: string;
  readonly kind: "mail" | "text";
  readonly to: string;
  /** Null for a text. */
  readonly subject: string | null;
  readonly body: string;
  /** Opens the owner's own mail or text program with everything filled in. */
  readonly link: string;
}

/**
 * Messages to a lead that wait for the owner to send them. Leaves out email to a lead who has unsubscribed
 * since it was written.
 */
export async function messagesToSend(
  ctx: AccountContext,
  lead: Pick<Lead, "id" | "unsubscribedAt">,
): Promise<ToSend[]> {
  const texts = await textsToSendByHand(ctx.db, ctx.account.id, lead.id);
  const mails = lead.unsubscribedAt ? [] : await mailsToSendByHand(ctx.db, ctx.account.id, lead.id);
  return [
    ...mails.map(({ id, recipient, subject, text }) => {
      const link = mailLink({ to: recipient, subject, text });
      return { id, kind: "mail" as const, to: recipient, subject, body: text, link };
    }),
    ...texts.map(({ id, to, body }) => ({
      id,
      kind: "text" as const,
      to,
      subject: null,
      body,
      link: textLink(to, body),
    })),
  ];
}

const channelOf = (kind: "mail" | "text") => (kind === "text" ? "sms" : "mail");

/**
 * Marks one as sent by the owner. Repeating it changes nothing.
 * @throws AppError not_found when this lead has no such message
 */
export async function markSentByHand(
  ctx: AccountContext,
  kind: "mail" | "text",
  id: string,
  leadId: string,
): Promise<void> {
  if (!isId(id)) throw new AppError("not_found", "That message doesn’t exist.");
  const which = { accountId: ctx.account.id, id, aboutId: leadId };
  if (!(await markMessageSentByHand(ctx.db, channelOf(kind), which, ctx.now)))
    throw new AppError("not_found", "That message doesn’t exist.");
}

/**
 * Undoes that: the message waits for its owner again.
 * @throws AppError not_found when this lead has no such message
 */
export async function undoSentByHand(
  ctx: AccountContext,
  kind: "mail" | "text",
  id: string,
  leadId: string,
): Promise<void> {
  if (!isId(id)) throw new AppError("not_found", "That message doesn’t exist.");
  const which = { accountId: ctx.account.id, id, aboutId: leadId };
  if (!(await undoMessageSentByHand(ctx.db, channelOf(kind), which)))
    throw new AppError("not_found", "That message doesn’t exist.");
}
