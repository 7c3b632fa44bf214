import { and, eq, lt, sql } from "drizzle-orm";
import { type AccountContext, isId, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { parseMail, type ReceivedMail } from "#platform/mail/parse.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { findLeadByEmail, recordReply } from "./data.server.ts";
import { leadsInboundMails } from "./tables.server.ts";

/** Finds out whose reply a mail is and notes it. A mail that belongs to nobody is left alone. */
export async function readInboundMail(mailId: string): Promise<void> {
  const stored = await withSystem(async (ctx) => {
    const [row] = await ctx.db.select().from(leadsInboundMails).where(eq(leadsInboundMails.id, mailId));
    return row;
  });
  if (!stored || stored.readAt) return;
  const mail = await parseMail(Buffer.from(stored.raw, "base64"));
  // An out-of-office note is not an answer, and must not stop anything.
  if (!mail.isAutomatic) await noteReply(mail);
  await withSystem((ctx) => ctx.db.update(leadsInboundMails).set({ readAt: ctx.now, raw: "" }).where(eq(leadsInboundMails.id, mailId)));
}

async function noteReply(mail: ReceivedMail): Promise<void> {
  for (const { accountId, messageId } of ourMessageIds(mail.references)) {
    const noted = await withAccount(accountId, async (ctx) => {
      const leadId = await leadOfMessage(ctx, messageId, mail.from);
      if (!leadId) return false;
      await recordReply(ctx, leadId, { via: "mail", messageId: mail.messageId, subject: mail.subject, body: mail.text });
      return true;
    });
    if (noted) return;
  }
}

/** Our own Message-IDs in a reference list: account and message are written in them. */
function ourMessageIds(references: string): { accountId: string; messageId: string }[] {
  const asId = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return [...references.matchAll(/<([0-9a-f]{32})\.([0-9a-f]{32})@[^>\s]+>/g)]
    .map(([, account = "", message = ""]) => ({ accountId: asId(account), messageId: asId(message) }))
    .filter(({ accountId, messageId }) => isId(accountId) && isId(messageId));
}

async function leadOfMessage(ctx: AccountContext, messageId: string, from: string | undefined): Promise<string | undefined> {
  const [message] = await ctx.db
    .select({ aboutId: mailMessages.aboutId })
    .from(mailMessages)
    .where(and(eq(mailMessages.accountId, ctx.account.id), eq(mailMessages.id, messageId)));
  if (message?.aboutId) return message.aboutId;
  return from ? (await findLeadByEmail(ctx, from))?.id : undefined;
}

/** Forgets deliveries that were read 30 days ago; until then their hashes keep a repeated delivery from counting twice. */
export async function forgetReadMails(): Promise<void> {
  await withSystem((ctx) =>
    ctx.db
      .delete(leadsInboundMails)
      .where(and(sql`${leadsInboundMails.readAt} is not null`, lt(leadsInboundMails.receivedAt, ctx.now.subtract({ hours: 30 * 24 })))),
  );
}
