import { createHash } from "node:crypto";
import { and, arrayContains, eq, gte, lt, sql } from "drizzle-orm";
import { businessesOfAddresses } from "#ground/businesses/public.server.ts";
import { type AccountContext, isId, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { parseMail, type ReceivedMail } from "#platform/mail/inbound/parse.server.ts";
import type { Returned } from "#platform/mail/bounces/incoming-kind.ts";
import { asksToStop, readReturned } from "#platform/mail/bounces/returned.ts";
import { markSentText } from "#platform/mail/reply/sent-text.ts";
import { shownReply } from "#platform/mail/reply/shown-reply.ts";
import { addressHash, findLeadByEmail, recordReply, unsubscribeLead } from "../data.server.ts";
import { addIncoming } from "../history/history.server.ts";
import { isKnownReply, saveReplyFiles } from "./reply-files.server.ts";
import { messageToLead, noteReturned, textsToLeads } from "./returned-mail.server.ts";
import { leadsInboundMails } from "../tables.server.ts";

/** Finds out what a mail says about whom, and notes it. A mail that belongs to nobody is left alone. */
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
      await withAccount(accountId, (ctx) => noteReturned(ctx, messageId, returned));
  else await noteReply(mail, returned);
  const recipients = mail.to.map(addressHash);
  await withSystem((ctx) =>
    ctx.db
      .update(leadsInboundMails)
      .set({ readAt: ctx.now, raw: "", recipients })
      .where(eq(leadsInboundMails.id, mailId)),
  );
}

/** What is no bounce and no complaint: somebody's reply, or what their program or their thumb sent. */
type Heard = Exclude<Returned, { is: "bounce" | "complaint" }>;

async function noteReply(mail: ReceivedMail, heard: Heard): Promise<void> {
  for (const { accountId, messageId } of ourMessageIds(mail.references)) {
    const noted = await withAccount(accountId, async (ctx) =>
      recordHeard(ctx, await leadOfMessage(ctx, messageId, mail.from), mail, heard),
    );
    if (noted) return;
  }
  // A mail of ours that came to ourselves: nobody answered.
  if (!mail.from || ourMessageIds(mail.messageId ?? "").length) return;
  // A mail of its own, not an answer: it says by its recipient whose lead wrote it.
  for (const accountId of await businessesOfAddresses(mail.to))
    await withAccount(accountId, async (ctx) =>
      recordHeard(ctx, (await findLeadByEmail(ctx, mail.from!))?.id, mail, heard),
    );
}

/**
 * Notes what a mail says that came to a business's own mailbox. A reply is that of the message it answers,
 * else of the lead who wrote it. Only this business's messages and leads count, whatever the mail says.
 */
export async function noteMailInMailbox(ctx: AccountContext, raw: Buffer): Promise<void> {
  const mail = await parseMail(raw);
  const returned = readReturned(mail);
  // A mail of ours that came to ourselves, such as to a business that tries its own page: nobody answered.
  if (ourMessageIds(mail.messageId ?? "").length) return;
  const isBack = returned.is === "bounce" || returned.is === "complaint";
  const named = ourMessageIds(isBack ? returned.messageId : mail.references);
  for (const { messageId } of named.filter(({ accountId }) => accountId === ctx.account.id)) {
    if (isBack) await noteReturned(ctx, messageId, returned);
    else if (await recordHeard(ctx, await leadOfMessage(ctx, messageId, undefined), mail, returned)) return;
  }
  if (!isBack)
    await recordHeard(ctx, mail.from && (await findLeadByEmail(ctx, mail.from))?.id, mail, returned);
}

/** Long enough to read what an absence note says. */
const LONGEST_NOTE = 5_000;

async function recordHeard(
  ctx: AccountContext,
  leadId: string | undefined,
  received: ReceivedMail,
  heardFirst: Heard,
): Promise<boolean> {
  if (!leadId) return false;
  const { mail, heard } = await withoutOurWords(ctx, received, heardFirst);
  const isWish = heard.is !== "reaction" && heard.asksToStop === true;
  // First, because it stops more than a reply does, and the ledger tells the reason that came first.
  if (isWish) await unsubscribeLead(ctx, leadId);
  // PostgreSQL has no place for a NUL.
  const [messageId = null, subject, body] = [
    mail.messageId || stampOf(received),
    mail.subject,
    mail.text,
  ].map((text) => text?.toWellFormed().replaceAll("\0", ""));
  if (heard.is === "answer") {
    if (await isKnownReply(ctx, messageId)) return true;
    const files = await saveReplyFiles(ctx.account.id, mail.files);
    await recordReply(ctx, leadId, {
      via: "mail",
      messageId: messageId ?? undefined,
      subject,
      body,
      references: mail.references,
      files,
      asksToStop: isWish,
    });
    return true;
  }
  // Neither an answer nor a reason to stop, but nothing that comes in leaves no trace.
  const { words } = shownReply({ body, subject, files: mail.files });
  await addIncoming(ctx, leadId, heard.is === "reaction" ? "reacted" : "automatic", {
    words: (heard.is === "reaction" && heard.emoji ? heard.emoji : words).slice(0, LONGEST_NOTE),
    details: {
      subject: subject?.slice(0, 300) ?? null,
      messageId: messageId?.slice(0, 1_000) ?? null,
      via: "mail",
    },
  });
  return true;
}

/** The most messages of one thread whose texts are looked for in a reply: the latest. */
const MOST_COMPARED = 5;

/**
 * A reply with what it quotes of our messages marked, however its program quoted that, and what is heard in
 * the rest.
 */
async function withoutOurWords(
  ctx: AccountContext,
  mail: ReceivedMail,
  heard: Heard,
): Promise<{ mail: ReceivedMail; heard: Heard }> {
  if (heard.is !== "answer" || !mail.text) return { mail, heard };
  const ids = ourMessageIds(mail.references)
    .filter(({ accountId }) => accountId === ctx.account.id)
    .map(({ messageId }) => messageId);
  const text = markSentText(mail.text, await textsToLeads(ctx, [...new Set(ids)].slice(-MOST_COMPARED)));
  if (text === mail.text) return { mail, heard };
  const marked = { ...mail, text };
  return { mail: marked, heard: { is: "answer", asksToStop: asksToStop(marked) } };
}

/** What tells a mail without a Message-ID from others, whichever way it comes: who wrote what, and when. */
function stampOf({ from, headers, subject, text }: ReceivedMail): string {
  return createHash("sha256")
    .update(JSON.stringify([from, headers.get("date"), subject, text]))
    .digest("base64url");
}

/** A thread names some; thousands of them are somebody's way of keeping the database busy. */
const MOST_REFERENCES = 50;

/** Our own Message-IDs in a reference list: account and message are written in them. */
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
 * Whether mail to this address came through the webhook or the installation's own mailbox since then: what
 * people answer to it is heard.
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

/**
 * Forgets deliveries that were read 30 days ago; until then their hashes keep a repeated delivery from
 * counting twice.
 */
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
