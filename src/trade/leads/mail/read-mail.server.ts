import { createHash } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { businessesOfAddresses } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import {
  type AccountContext,
  database,
  enterAccount,
  isId,
  SYSTEM_ACCOUNT,
  withAccount,
  withSystem,
} from "#platform/db/scope.server.ts";
import { parseMail, type ReceivedMail } from "#platform/mail/inbound/parse.server.ts";
import type { Returned } from "#platform/mail/bounces/incoming-kind.ts";
import { asksToStop, readReturned } from "#platform/mail/bounces/returned.ts";
import { purgeForwards } from "#platform/mail/erase.server.ts";
import { type ReplyAddress, readReplyAddress } from "#platform/mail/reply-address.server.ts";
import { markSentText } from "#platform/mail/reply/sent-text.ts";
import { shownReply } from "#platform/mail/reply/shown-reply.ts";
import { addressHash, findLeadByEmail, saveReply } from "../data.server.ts";
import { unsubscribeLead } from "../opt-outs.server.ts";
import { addIncoming } from "../history/history.server.ts";
import { currentLeadId } from "../people/merged.server.ts";
import { forwardReply, forwardTargets, loopMark } from "./forward.server.ts";
import { passOnAnswer, queueRefusal, type RefusedAnswer } from "./owner-answer.server.ts";
import { isOurs } from "./reply-route.server.ts";
import { isKnownReply, saveReplyFiles } from "./reply-files.server.ts";
import { recordReturnedForward } from "./returned-forward.server.ts";
import { messageToLead, recordReturned, textsToLeads } from "./returned-mail.server.ts";
import { leadsInboundMails } from "./tables.server.ts";

/**
 * Reads a stored email from the webhook or the installation's mailbox: a bounce, a complaint, a reply, or an
 * owner's answer to a forwarded reply. Email that matches no lead is ignored. Read again after a crash, it
 * changes nothing twice.
 */
export async function readInboundMail(mailId: string): Promise<void> {
  const stored = await withSystem(async (ctx) => {
    const [row] = await ctx.db.select().from(leadsInboundMails).where(eq(leadsInboundMails.id, mailId));
    return row;
  });
  if (!stored || stored.readAt) return;
  const mail = await parseMail(Buffer.from(stored.raw, "base64"));
  const returned = readReturned(mail);
  const key = mail.messageId || fingerprint(mail);
  let refused: RefusedAnswer | undefined;
  if (returned.is === "bounce" || returned.is === "complaint") {
    for (const { accountId, messageId } of ourMessageIds(returned.messageId))
      if (accountId !== SYSTEM_ACCOUNT)
        await withAccount(accountId, (ctx) => recordReturned(ctx, messageId, returned));
      else if (returned.is === "bounce") await recordReturnedForward(messageId, returned);
  } else refused = await readReply(mail, returned, key);
  // What came to an address of ours says nothing about the others it was sent to.
  const recipients = mail.to.some(isOurs) ? [] : mail.to.map(addressHash);
  await withSystem(async (ctx) => {
    const read = await ctx.db
      .update(leadsInboundMails)
      .set({ readAt: ctx.now, raw: "", recipients })
      .where(and(eq(leadsInboundMails.id, mailId), isNull(leadsInboundMails.readAt)))
      .returning({ id: leadsInboundMails.id });
    if (refused && read.length) await queueRefusal(ctx, mail, refused, key);
  });
}

/** Anything but a bounce or complaint: a reply, an automatic reply or a reaction. */
type Incoming = Exclude<Returned, { is: "bounce" | "complaint" }>;

async function readReply(
  mail: ReceivedMail,
  incoming: Incoming,
  key: string,
): Promise<RefusedAnswer | undefined> {
  // What we sent by ourselves ends here, whoever redirected it: a reply address never starts a loop.
  if (isOwnMail(mail)) return undefined;
  for (const { writer, leadId: named } of replyAddressesIn(mail.to)) {
    const accountId = await accountOfLead(named);
    if (accountId === undefined) continue;
    const { isRead, refused } = await withAccount(accountId, async (ctx) => {
      const leadId = await currentLeadId(ctx, named);
      if (writer === "client" || (await isOfLead(ctx, leadId, mail.from)))
        return { isRead: await recordIncoming(ctx, leadId, mail, incoming) };
      // An owner's absence note is not for the client.
      if (incoming.is !== "answer") return { isRead: true };
      const forwards = await forwardedTexts(ctx, mail.references);
      return { isRead: true, refused: await passOnAnswer(ctx, leadId, mail, { key, forwards }) };
    });
    if (isRead) return refused;
  }
  for (const { accountId, messageId } of ourMessageIds(mail.references)) {
    const recorded = await withAccount(accountId, async (ctx) =>
      recordIncoming(ctx, await leadOfMessage(ctx, messageId, mail.from), mail, incoming),
    );
    if (recorded) return undefined;
  }
  if (!mail.from) return undefined;
  // Not a reply but a new email: its recipient identifies the business, its sender the lead.
  for (const accountId of await businessesOfAddresses(mail.to))
    await withAccount(accountId, async (ctx) =>
      recordIncoming(ctx, (await findLeadByEmail(ctx, mail.from!))?.id, mail, incoming),
    );
  return undefined;
}

/** Our own email, delivered to ourselves or redirected to us. */
function isOwnMail(mail: ReceivedMail): boolean {
  return (
    ourMessageIds(mail.messageId ?? "").length > 0 ||
    mail.headers.get("x-loop")?.trim().toLowerCase() === loopMark(installation().sender.host).toLowerCase()
  );
}

/** The signed addresses among recipients, an owner's first. */
function replyAddressesIn(addresses: readonly string[]): ReplyAddress[] {
  const { replies } = installation();
  if (!replies) return [];
  return addresses
    .flatMap((address) => readReplyAddress(replies, address) ?? [])
    .toSorted((one, other) => Number(one.writer === "client") - Number(other.writer === "client"));
}

async function accountOfLead(leadId: string): Promise<string | undefined> {
  const { rows } = await database().app.query<{ account: string | null }>(
    "select leads_account_of($1) as account",
    [leadId],
  );
  return rows[0]?.account ?? undefined;
}

/** Whether an address is one of a lead's. */
async function isOfLead(ctx: AccountContext, leadId: string, from: string | undefined): Promise<boolean> {
  return from !== undefined && (await findLeadByEmail(ctx, from))?.id === leadId;
}

/** The texts of forwarded replies that a mail refers to; they are in the installation's scope. */
async function forwardedTexts(ctx: AccountContext, references: string): Promise<string[]> {
  const ids = ourMessageIds(references)
    .filter(({ accountId }) => accountId === SYSTEM_ACCOUNT)
    .map(({ messageId }) => messageId);
  if (!ids.length) return [];
  await enterAccount(ctx.db, SYSTEM_ACCOUNT);
  const texts = await textsToLeads({ ...ctx, account: { id: SYSTEM_ACCOUNT } }, ids.slice(-MOST_COMPARED));
  await enterAccount(ctx.db, ctx.account.id);
  return texts;
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
    const isTheirs = await isOfLead(ctx, leadId, mail.from);
    // What came to the business's own address is in its mailbox already.
    const forwardTo = mail.to.some(isOurs) ? await forwardTargets(ctx, leadId, mail.to) : [];
    const replyId = await saveReply(ctx, leadId, {
      via: "mail",
      messageId: messageId ?? undefined,
      subject,
      body,
      references: mail.references,
      files,
      emailed: [...mail.to, ...forwardTo],
      otherSender: isTheirs ? undefined : mail.from,
      asksToStop: isOptOut,
    });
    if (replyId !== undefined) await forwardReply(ctx, leadId, replyId, forwardTo);
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

/** Deletes deliveries and forwards older than 30 days. Until then hashes identify redeliveries. */
export async function purgeReadMails(): Promise<void> {
  await withSystem(async (ctx) => {
    const until = ctx.now.subtract({ hours: 30 * 24 });
    await ctx.db
      .delete(leadsInboundMails)
      .where(and(sql`${leadsInboundMails.readAt} is not null`, lt(leadsInboundMails.receivedAt, until)));
    await purgeForwards(ctx.db, loopMark(installation().sender.host), until);
  });
}
