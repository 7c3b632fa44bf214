import { and, eq, inArray, isNull } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Returned } from "#platform/mail/bounces/incoming-kind.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { noteBadAddress, noteComplaint } from "../opt-outs.server.ts";
import { addIncoming } from "../history/history.server.ts";
import { leads } from "../tables.server.ts";

/**
 * The lead and recipient of one of this account's messages; undefined if the lead is gone or the message is
 * not about a lead, such as a sign-in.
 */
export async function messageToLead(
  ctx: AccountContext,
  messageId: string,
): Promise<{ leadId: string; recipient: string } | undefined> {
  const [message] = await ctx.db
    .select({ leadId: leads.id, recipient: mailMessages.recipient })
    .from(mailMessages)
    .innerJoin(leads, and(eq(leads.accountId, mailMessages.accountId), eq(leads.id, mailMessages.aboutId)))
    .where(and(eq(mailMessages.accountId, ctx.account.id), eq(mailMessages.id, messageId)));
  return message;
}

/** The texts of messages that this account sent. */
export async function textsToLeads(ctx: AccountContext, messageIds: readonly string[]): Promise<string[]> {
  if (!messageIds.length) return [];
  const messages = await ctx.db
    .select({ text: mailMessages.text })
    .from(mailMessages)
    .where(and(eq(mailMessages.accountId, ctx.account.id), inArray(mailMessages.id, [...messageIds])));
  return messages.map(({ text }) => text);
}

/**
 * Records a bounce or complaint about a message. Anyone can forge a bounce; it counts only for an existing
 * message, whose Message-ID only its readers know, and only if delivery failed at the recipient's address.
 */
export async function recordReturned(
  ctx: AccountContext,
  messageId: string,
  returned: Extract<Returned, { is: "bounce" | "complaint" }>,
): Promise<void> {
  const message = await messageToLead(ctx, messageId);
  if (!message) return recordReturnedToOther(ctx, messageId, returned);
  if (returned.is === "complaint") return await noteComplaint(ctx, message.leadId);
  const recipient = message.recipient.toLowerCase();
  const isBad = returned.failed.some(
    ({ addresses, isBadAddress }) =>
      isBadAddress && (addresses.length === 0 || addresses.includes(recipient)),
  );
  if (isBad) return await noteBadAddress(ctx, message.leadId, message.recipient);
  // A full mailbox or a policy is temporary or not the lead's fault: record it in the history only.
  const refused = returned.failed.find(
    ({ addresses, isPermanent }) => isPermanent && (addresses.length === 0 || addresses.includes(recipient)),
  );
  if (refused)
    await addIncoming(ctx, message.leadId, "returned", {
      words: refused.said,
      details: { reason: refused.cause, messageId: `${messageId} ${refused.cause}`, via: "mail" },
    });
}

/** Tells whoever sent it that an email to somebody else, such as a sub, didn't arrive. */
async function recordReturnedToOther(
  ctx: AccountContext,
  messageId: string,
  returned: Extract<Returned, { is: "bounce" | "complaint" }>,
): Promise<void> {
  if (returned.is !== "bounce") return;
  const [message] = await ctx.db
    .select({ recipient: mailMessages.recipient })
    .from(mailMessages)
    .where(
      and(
        eq(mailMessages.accountId, ctx.account.id),
        eq(mailMessages.id, messageId),
        isNull(mailMessages.aboutId),
      ),
    );
  const recipient = message?.recipient.toLowerCase();
  if (recipient === undefined) return;
  const isLost = returned.failed.some(
    ({ addresses, isPermanent }) => isPermanent && (addresses.length === 0 || addresses.includes(recipient)),
  );
  if (isLost) await publish(ctx, { type: "mail.returned", messageId, recipient });
}
