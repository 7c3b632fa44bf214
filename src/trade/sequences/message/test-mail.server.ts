import { and, eq } from "drizzle-orm";
import { getBusiness, ownSender } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { MailState, MailVia } from "#platform/mail/message.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { createGift, mailOf } from "./compose.server.ts";
import { liveSequence } from "../live.server.ts";

/**
 * Queues a page's first email to a team member. It creates no lead, and has no unsubscribe link because there
 * is no one to unsubscribe.
 * @returns the message's id
 * @throws AppError invalid if the page sends nothing yet
 */
export async function sendTestGift(
  ctx: AccountContext,
  pageId: string,
  to: { readonly id: string; readonly name: string; readonly address: string },
): Promise<string> {
  const step = (await liveSequence(ctx, pageId))?.steps[0];
  if (step?.kind !== "gift")
    throw new AppError("invalid", "You don’t have a page that sends anything yet. Open your page first.");
  const [business, from, gift] = await Promise.all([
    getBusiness(ctx),
    ownSender(ctx),
    createGift(ctx, pageId, to.id),
  ]);
  const { sender } = installation();
  const { subject, ...parts } = mailOf(step, {
    business,
    name: to.name,
    giftUrl: gift?.url,
    unsubscribeUrl: "",
  });
  const reason = "This is a test, sent only to you. The real one has an unsubscribe link here.";
  const id = newId();
  await queueMail(
    ctx.db,
    {
      id,
      accountId: ctx.account.id,
      kind: "transactional",
      from: from ?? { name: business.name ?? sender.mailbox.name, address: sender.mailbox.address },
      replyTo: business.replyAddress ?? undefined,
      to: { name: to.name, address: to.address },
      subject,
      ...layOutMail({ ...parts, footer: { reason, postalAddress: parts.footer?.postalAddress } }),
      attachments: gift ? [gift.attachment] : [],
    },
    { now: ctx.now, sender },
  );
  return id;
}

export interface TestMail {
  readonly state: MailState;
  readonly via: MailVia | null;
  readonly at: Temporal.Instant | null;
  readonly to: string;
}

/** Loads the state of a test email; undefined once deleted. */
export async function testMailOf(ctx: AccountContext, id: string): Promise<TestMail | undefined> {
  if (!isId(id)) return undefined;
  const { state, via, sentAt, recipient } = mailMessages;
  const [found] = await ctx.db
    .select({ state, via, at: sentAt, to: recipient })
    .from(mailMessages)
    .where(and(eq(mailMessages.accountId, ctx.account.id), eq(mailMessages.id, id)));
  return found;
}
