import { createHash } from "node:crypto";
import { and, arrayContains, eq, gte, lt, sql } from "drizzle-orm";
import { businessesOfAddresses } from "#ground/businesses/public.server.ts";
import { type AccountContext, isId, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { parseMail, type ReceivedMail } from "#platform/mail/inbound/parse.server.ts";
import type { Returned } from "#platform/mail/bounces/incoming-kind.ts";
import { asksToStop, readReturned } from "#platform/mail/bounces/returned.ts";
import { markSentText } from "#platform/mail/reply/sent-text.ts";
import { shownReply } from "#platform/mail/reply/shown-reply.ts";
import { addressHash, findLeadByEmail, recordReply } from "../data.server.ts";
import { unsubscribeLead } from "../opt-outs.server.ts";
import { addIncoming } from "../history/history.server.ts";
import { isKnownReply, saveReplyFiles } from "./reply-files.server.ts";
import { messageToLead, recordReturned, textsToLeads } from "./returned-mail.server.ts";
import { leadsInboundMails } from "../tables.server.ts";

/**
 * Reads a stored email from the webhook: a bounce, a complaint or a reply. Email that matches no lead is
 * ignored.
 */
export async function readInboundMail(mailId: string): Promise<void> {
  const stored = await withSystem(async (ctx) => {
    const [row] = await ctx.db.select().from(leadsInboundMails).where(eq(leadsInboundMails.id, mailId));
    return row;
  });
  if (!stored || stored.readAt) return;
  const mail = await parseMail(Buffer.from(stored.raw, "base64"));
  const returned = readReturned(mail);
  if (returned.is === "bounce" || returned.is === "complaint")
    for (const { accountId, messageId } of ourMessageIds(returned.messageId))
      await withAccount(accountId, (ctx) => recordReturned(ctx, messageId, returned));
  else await readReply(mail, returned);
  const recipients = mail.to.map(addressHash);
  await withSystem((ctx) =>
    ctx.db
      .update(leadsInboundMails)
      .set({ readAt: ctx.now, raw: "", recipients })
      .where(eq(leadsInboundMails.id, mailId)),
  );
}

/** Anything but a bounce or complaint: a reply, an automatic reply or a reaction. */
type Incoming = Exclude<Returned, { is: "bounce" | "complaint" }>;

async function readReply(mail: ReceivedMail, incoming: Incoming): Promise<void> {
  for (const { accountId, messageId } of ourMessageIds(mail.references)) {
    const recorded = await withAccount(accountId, async (ctx) =>
      recordIncoming(ctx, await leadOfMessage(ctx, messageId, mail.from), mail, incoming),
    );
    if (recorded) return;
  }
  // Our own email, delivered to ourselves: no reply.
  if (!mail.from || ourMessageIds(mail.messageId ?? "").length) return;
  // Not a reply but a new email: its recipient identifies the business, its sender the lead.
  for (const accountId of await businessesOfAddresses(mail.to))
    await withAccount(accountId, async (ctx) =>
      recordIncoming(ctx, (await findLeadByEmail(ctx, mail.from!))?.id, mail, incoming),
    );
}

/**
 * Reads an email from a business's own mailbox. A reply belongs to the lead of the message it refers to,
 * otherwise to the lead with the sender's address. Only this business's messages and leads are considered,
 * whatever the email claims.
 */
export async function noteMailInMailbox(ctx: AccountContext, raw: Buffer): Promise<void> {
  const mail = await parseMail(raw);
  const returned = readReturned(mail);
  // Our own email, delivered to ourselves, for example to a business that tries its own page: no reply.
  if (ourMessageIds(mail.messageId ?? "").length) return;
  const isReturned = returned.is === "bounce" || returned.is === "complaint";
  const named = ourMessageIds(isReturned ? returned.messageId : mail.references);
  for (const { messageId } of named.filter(({ accountId }) => accountId === ctx.account.id)) {
    if (isReturned) await recordReturned(ctx, messageId, returned);
    else if (await recordIncoming(ctx, await leadOfMessage(ctx, messageId, undefined), mail, returned))
      return;
  }
  if (!isReturned)
    await recordIncoming(ctx, mail.from && (await findLeadByEmail(ctx, mail.from))?.id, mail, returned);
}

/** Enough to read an out-of-office note. */
const LONGEST_NOTE = 5_000;

async function recordIncoming(
  ctx: AccountContext,
  leadId: string | undefined,
  received: ReceivedMail,
  classified: Incoming,
): Promise<boolean> {
  if (!leadId) return false;
  const { mail, incoming } = await markQuotes(ctx, received, classified);
  const isOptOut = incoming.is !== "reaction" && incoming.asksToStop === true;
  // First: an opt-out stops more than a reply, and the ledger records the first reason.
  if (isOptOut) await unsubscribeLead(ctx, leadId);
  // PostgreSQL can't store NUL.
  const [messageId = null, subject, body] = [
    mail.messageId || fingerprint(received),
    mail.subject,
    mail.text,
  ].map((text) => text?.toWellFormed().replaceAll("\0", ""));
  if (incoming.is === "answer") {
    if (await isKnownReply(ctx, messageId)) return true;
    const files = await saveReplyFiles(ctx.account.id, mail.files);
    await recordReply(ctx, leadId, {
      via: "mail",
      messageId: messageId ?? undefined,
      subject,
      body,
      references: mail.references,
      files,
      asksToStop: isOptOut,
    });
    return true;
  }
  // Neither a reply nor a reason to stop, but it appears in the lead's history.
  const { words } = shownReply({ body, subject, files: mail.files });
  await addIncoming(ctx, leadId, incoming.is === "reaction" ? "reacted" : "automatic", {
    words: (incoming.is === "reaction" && incoming.emoji ? incoming.emoji : words).slice(0, LONGEST_NOTE),
    details: {
      subject: subject?.slice(0, 300) ?? null,
      messageId: messageId?.slice(0, 1_000) ?? null,
      via: "mail",
    },
  });
  return true;
}

/** How many of a thread's messages, newest first, are compared with a reply. */
const MOST_COMPARED = 5;

/** Marks quoted text of our messages in a reply, whatever its format, and classifies the rest again. */
async function markQuotes(
  ctx: AccountContext,
  mail: ReceivedMail,
  incoming: Incoming,
): Promise<{ mail: ReceivedMail; incoming: Incoming }> {
  if (incoming.is !== "answer" || !mail.text) return { mail, incoming };
  const ids = ourMessageIds(mail.references)
    .filter(({ accountId }) => accountId === ctx.account.id)
    .map(({ messageId }) => messageId);
  const text = markSentText(mail.text, await textsToLeads(ctx, [...new Set(ids)].slice(-MOST_COMPARED)));
  if (text === mail.text) return { mail, incoming };
  const marked = { ...mail, text };
  return { mail: marked, incoming: { is: "answer", asksToStop: asksToStop(marked) } };
}

/** Identifies an email without a Message-ID by sender, date, subject and text. */
function fingerprint({ from, headers, subject, text }: ReceivedMail): string {
  return createHash("sha256")
    .update(JSON.stringify([from, headers.get("date"), subject, text]))
    .digest("base64url");
}

/** Threads have a few; thousands would be an attack on the database. */
const MOST_REFERENCES = 50;

/** Our own Message-IDs in a list of references; they encode account and message ids. */
function ourMessageIds(references: string): { accountId: string; messageId: string }[] {
  const asId = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return references
    .matchAll(/<([0-9a-f]{32})\.([0-9a-f]{32})@[^>\s]+>/g)
    .take(MOST_REFERENCES)
    .map(([, account = "", message = ""]) => ({ accountId: asId(account), messageId: asId(message) }))
    .filter(({ accountId, messageId }) => isId(accountId) && isId(messageId))
    .toArray();
}

async function leadOfMessage(
  ctx: AccountContext,
  messageId: string,
  from: string | undefined,
): Promise<string | undefined> {
  const message = await messageToLead(ctx, messageId);
  if (message) return message.leadId;
  return from ? (await findLeadByEmail(ctx, from))?.id : undefined;
}

/**
 * Whether email to an address has arrived through the webhook or the installation's mailbox since `since`,
 * which shows that replies to it reach us.
 */
export async function mailArrivedSince(
  ctx: AccountContext,
  address: string,
  since: Temporal.Instant,
): Promise<boolean> {
  const { id, receivedAt, recipients } = leadsInboundMails;
  const found = await ctx.db
    .select({ id })
    .from(leadsInboundMails)
    .where(and(gte(receivedAt, since), arrayContains(recipients, [addressHash(address)])))
    .limit(1);
  return found.length > 0;
}

/** Deletes deliveries older than 30 days. Until then their hashes identify redeliveries. */
export async function purgeReadMails(): Promise<void> {
  await withSystem((ctx) =>
    ctx.db
      .delete(leadsInboundMails)
      .where(
        and(
          sql`${leadsInboundMails.readAt} is not null`,
          lt(leadsInboundMails.receivedAt, ctx.now.subtract({ hours: 30 * 24 })),
        ),
      ),
  );
}
