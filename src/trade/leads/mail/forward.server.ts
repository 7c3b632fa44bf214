import { and, count, eq, gt } from "drizzle-orm";
import { getBusiness, officeAddresses, queueProductMail } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, enterAccount, SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import type { Attachment } from "#platform/mail/message.ts";
import { eraseInstallationMailsAbout } from "#platform/mail/erase.server.ts";
import { replyAddress } from "#platform/mail/reply-address.server.ts";
import { shownReply } from "#platform/mail/reply/shown-reply.ts";
import { getLead } from "../data.server.ts";
import { leadsReplies } from "./tables.server.ts";
import { forwardMail } from "./forward-mail.ts";
import type { ReplyFile } from "./reply-file.ts";
import { isOurs } from "./reply-route.server.ts";

/** Many mailboxes refuse more than 25 MB, and attachments grow by a third in an email. */
const MOST_FORWARDED = 15 * 1024 * 1024;
/**
 * Nobody writes more by hand. Beyond it, replies only show in the inbox: two programs may be answering each
 * other without saying that they are programs.
 */
const MOST_IN_TEN_MINUTES = 10;
const TEN_MINUTES = Temporal.Duration.from({ minutes: 10 });
/** A type that our own messages may carry; others go as bytes. */
const USUAL_TYPE = /^(?:application|audio|font|image|text|video)\/[a-z0-9.+-]+$/;

/** Where clients' replies are forwarded, and from where they may be answered. In lower case. */
export async function ownerAddresses(
  ctx: AccountContext,
): Promise<{ readonly forwardTo: readonly string[]; readonly mayAnswer: ReadonlySet<string> }> {
  const { replyAddress: given } = await getBusiness(ctx);
  const { owners, all } = await officeAddresses(ctx);
  const usable = (addresses: readonly string[]) => [
    ...new Set(addresses.map((one) => one.toLowerCase()).filter((one) => !isOurs(one))),
  ];
  const chosen = usable(given === null ? [] : [given]);
  const forwardTo = chosen.length ? chosen : usable(owners);
  return { forwardTo, mayAnswer: new Set([...forwardTo, ...usable(all)]) };
}

/**
 * Whom a reply is forwarded to that is about to be recorded; nobody if two programs seem to answer each
 * other.
 * @param already addresses that got the reply directly
 */
export async function forwardTargets(
  ctx: AccountContext,
  leadId: string,
  already: readonly string[],
): Promise<string[]> {
  if (!installation().replies || (await isRunaway(ctx, leadId))) return [];
  const { forwardTo } = await ownerAddresses(ctx);
  return forwardTo.filter((address) => !already.includes(address));
}

/**
 * Forwards a recorded reply, in the transaction that recorded it. Its Reply-To is a signed address, so that
 * the owner's answer finds the client.
 */
export async function forwardReply(
  ctx: AccountContext,
  leadId: string,
  replyId: string,
  targets: readonly string[],
): Promise<void> {
  const { replies, publicUrl, sender, brand } = installation();
  if (!replies || !targets.length) return;
  const [reply] = await ctx.db
    .select()
    .from(leadsReplies)
    .where(and(eq(leadsReplies.accountId, ctx.account.id), eq(leadsReplies.id, replyId)));
  if (!reply) return;
  const lead = await getLead(ctx, leadId);
  const business = (await getBusiness(ctx)).name ?? brand;
  const { attached, leftOut } = filesToForward(reply.files);
  const mail = forwardMail({
    name: lead.name,
    from: reply.otherSender ?? lead.email ?? "",
    otherThan: reply.otherSender === null ? null : lead.email,
    business,
    reply: shownReply(reply),
    subject: reply.subject,
    leftOut,
    link: `${publicUrl}/account/inbox/${leadId}`,
  });
  for (const address of targets)
    await queueProductMail(
      ctx,
      address,
      {
        ...mail,
        id: forwardId(ctx.account.id, replyId, address),
        fromName: `${lead.name} via ${brand}`,
        // Of its own, so that a conversation is one thread in the owner's mailbox too.
        headers: {
          References: `<conversation.${leadId.replaceAll("-", "")}@${sender.host}>`,
          "X-Loop": loopMark(sender.host),
          "X-Auto-Response-Suppress": "All",
        },
        attachments: attached,
        aboutId: leadId,
      },
      replyAddress(replies, { writer: "owner", leadId }),
    );
}

/** The id of the email that forwards a reply to an address. */
export const forwardId = (accountId: string, replyId: string, address: string): string =>
  derivedId("leads.forward", accountId, replyId, address);

/** In what we send by ourselves. Mail that has it is not passed on again. */
export const loopMark = (host: string) => `replies@${host}`;

/** What fits one email, and what doesn't. */
export function filesToForward(files: readonly ReplyFile[]): {
  readonly attached: readonly Attachment[];
  readonly leftOut: readonly ReplyFile[];
} {
  const attached: Attachment[] = [];
  const leftOut: ReplyFile[] = [];
  let bytes = 0;
  for (const one of files) {
    if (one.file !== null && bytes + one.bytes <= MOST_FORWARDED) {
      bytes += one.bytes;
      attached.push({
        name: one.name,
        contentType: USUAL_TYPE.test(one.type) ? one.type : "application/octet-stream",
        file: one.file,
      });
    } else if (one.file !== null || one.bytes > 0) leftOut.push(one);
  }
  return { attached, leftOut };
}

async function isRunaway(ctx: AccountContext, leadId: string): Promise<boolean> {
  const [recent] = await ctx.db
    .select({ replies: count() })
    .from(leadsReplies)
    .where(
      and(
        eq(leadsReplies.accountId, ctx.account.id),
        eq(leadsReplies.leadId, leadId),
        eq(leadsReplies.via, "mail"),
        gt(leadsReplies.at, ctx.now.subtract(TEN_MINUTES)),
      ),
    );
  return recent!.replies >= MOST_IN_TEN_MINUTES;
}

/** Deletes a lead's forwarded replies, sent or not. */
export async function eraseForwards(ctx: AccountContext, leadId: string): Promise<void> {
  await enterAccount(ctx.db, SYSTEM_ACCOUNT);
  await eraseInstallationMailsAbout(ctx.db, leadId);
  await enterAccount(ctx.db, ctx.account.id);
}
