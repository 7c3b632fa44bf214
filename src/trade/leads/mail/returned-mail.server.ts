import { and, eq, inArray } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Returned } from "#platform/mail/bounces/incoming-kind.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { noteBadAddress, noteComplaint } from "../data.server.ts";
import { addIncoming } from "../history/history.server.ts";
import { leads } from "../tables.server.ts";

/**
 * A message of this account to a lead who is still there, by its id. Mail about anything else, such as a
 * sign-in, is nobody's here.
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

/** The texts of messages of this account to its leads, as they were sent. */
export async function textsToLeads(ctx: AccountContext, messageIds: readonly string[]): Promise<string[]> {
  if (!messageIds.length) return [];
  const messages = await ctx.db
    .select({ text: mailMessages.text })
    .from(mailMessages)
    .where(and(eq(mailMessages.accountId, ctx.account.id), inArray(mailMessages.id, [...messageIds])));
  return messages.map(({ text }) => text);
}

/**
 * Notes what came back about a message of this account. Anybody can write a mail that looks like a bounce; it
 * counts only for a message that is there, and whose Message-ID only those know who have the message, and
 * only when it failed at the address it went to.
 */
export async function noteReturned(
  ctx: AccountContext,
  messageId: string,
  returned: Extract<Returned, { is: "bounce" | "complaint" }>,
): Promise<void> {
  const message = await messageToLead(ctx, messageId);
  if (!message) return;
  if (returned.is === "complaint") return await noteComplaint(ctx, message.leadId);
  const recipient = message.recipient.toLowerCase();
  const isBad = returned.failed.some(
    ({ addresses, isBadAddress }) =>
      isBadAddress && (addresses.length === 0 || addresses.includes(recipient)),
  );
  if (isBad) return await noteBadAddress(ctx, message.leadId, message.recipient);
  // A full mailbox or a policy passes, or is not about the lead: nothing follows from it, but their history
  // tells it.
  const refused = returned.failed.find(
    ({ addresses, isPermanent }) => isPermanent && (addresses.length === 0 || addresses.includes(recipient)),
  );
  if (refused)
    await addIncoming(ctx, message.leadId, "returned", {
      words: refused.said,
      details: { reason: refused.cause, messageId: `${messageId} ${refused.cause}`, via: "mail" },
    });
}
