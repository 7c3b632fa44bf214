import { getBusiness, ownSender, readsReplies } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { isOurAddress, replyAddress } from "#platform/mail/reply-address.server.ts";
import { mailArrivedSince } from "./arrived.server.ts";

/**
 * How a business's replies come to us. `mailbox`: they go to its own address, and we read them there. `ours`:
 * they go to an address of the installation, which forwards them to `forwardTo`. `unseen`: they go to its own
 * address, and nobody tells us.
 */
export type ReplyRoute =
  | { readonly by: "mailbox"; readonly address: string | undefined }
  | { readonly by: "ours"; readonly address: string | undefined }
  | { readonly by: "unseen"; readonly address: string | undefined };

/** The reply webhook works if it delivered something within this time. */
const WEBHOOK_SEEN_WITHIN = Temporal.Duration.from({ hours: 30 * 24 });

/** The way of this business's replies, with the address it gave for them. */
export async function replyRoute(ctx: AccountContext): Promise<ReplyRoute> {
  const { setup, sender, replies } = installation();
  const { replyAddress: given } = await getBusiness(ctx);
  const address = given ?? undefined;
  if (await readsReplies(ctx)) return { by: "mailbox", address };
  const read = (given ?? (await ownSender(ctx))?.address ?? sender.mailbox.address).toLowerCase();
  // A business that arranged to have its own address read, before there were addresses of ours or beside
  // them, keeps that.
  if (
    setup?.mailboxTakes?.(read) ||
    (await mailArrivedSince(ctx, read, ctx.now.subtract(WEBHOOK_SEEN_WITHIN)))
  )
    return { by: "mailbox", address };
  return { by: replies ? "ours" : "unseen", address };
}

/** Whether we see replies to this business. */
export async function seesReplies(ctx: AccountContext): Promise<boolean> {
  return (await replyRoute(ctx)).by !== "unseen";
}

/** The Reply-To of what we send to a lead. */
export async function replyToOf(ctx: AccountContext, leadId: string): Promise<string | undefined> {
  return replyToBy(await replyRoute(ctx), leadId);
}

/** Like replyToOf(), for many leads of one business. */
export function replyToBy({ by, address }: ReplyRoute, leadId: string): string | undefined {
  const { replies } = installation();
  return by === "ours" && replies ? replyAddress(replies, { writer: "client", leadId }) : address;
}

/** Whether mail to an address would come back to us: nothing may be forwarded there. */
export function isOurs(address: string): boolean {
  const { replies } = installation();
  return replies !== undefined && isOurAddress(replies, address);
}
