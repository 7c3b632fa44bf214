import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { FAILED, notify } from "#ground/notifications/public.server.ts";
import {
  type AccountContext,
  database,
  SYSTEM_ACCOUNT,
  withAccount,
  withSystem,
} from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import type { Returned } from "#platform/mail/bounces/incoming-kind.ts";
import type { MailOutcome } from "#platform/mail/message.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { leads } from "../tables.server.ts";
import { leadsForwardBounces, leadsReplies } from "./tables.server.ts";
import { forwardId } from "./forward.server.ts";

/** Without another bounce for so long, the mailbox works again. */
const COUNTS = { hours: 14 * 24 } as const;

/** Records a report that a forward didn't arrive. Ignores what isn't about a forward of ours. */
export async function recordReturnedForward(
  messageId: string,
  { failed }: Extract<Returned, { is: "bounce" }>,
): Promise<void> {
  const forward = await withSystem(async (ctx) => {
    const [message] = await ctx.db
      .select({ leadId: mailMessages.aboutId, address: mailMessages.recipient })
      .from(mailMessages)
      .where(and(eq(mailMessages.accountId, SYSTEM_ACCOUNT), eq(mailMessages.id, messageId)));
    return message;
  });
  if (!forward?.leadId) return;
  const { leadId } = forward;
  const address = forward.address.toLowerCase();
  const failure = failed.find(
    ({ addresses, isPermanent }) => isPermanent && (addresses.length === 0 || addresses.includes(address)),
  );
  if (failure) await noteFailedForward({ messageId, leadId, address, said: failure.said });
}

/** Records that a mail server refused a forward right away. */
export async function recordUnsentForward({ message, state }: MailOutcome): Promise<void> {
  const { accountId, id: messageId, aboutId: leadId, recipient } = message;
  if (state !== "failed" || accountId !== SYSTEM_ACCOUNT || !leadId) return;
  await noteFailedForward({ messageId, leadId, address: recipient.toLowerCase(), said: "" });
}

interface FailedForward {
  readonly messageId: string;
  readonly leadId: string;
  readonly address: string;
  readonly said: string;
}

async function noteFailedForward({ messageId, leadId, address, said }: FailedForward): Promise<void> {
  const { rows } = await database().app.query<{ account: string | null }>(
    "select leads_account_of($1) as account",
    [leadId],
  );
  const accountId = rows[0]?.account;
  if (!accountId) return;
  await withAccount(accountId, async (ctx) => {
    const reply = await forwardedReply(ctx, leadId, messageId, address);
    if (!reply) return;
    const row = { at: ctx.now, said: said.slice(0, 300) };
    await ctx.db
      .insert(leadsForwardBounces)
      .values({ accountId, address, ...row })
      .onConflictDoUpdate({
        target: [leadsForwardBounces.accountId, leadsForwardBounces.address],
        set: row,
      });
    await notify(ctx, FAILED, [
      {
        key: derivedId("leads.forward-bounce", messageId),
        about: address,
        ...{ leadId, by: null, emailed: [address] },
        title: `A reply couldn’t be forwarded to ${address}`,
        text: `${reply.name} replied, and ${address} didn’t take the email. The reply is in your inbox here.`,
        path: `/account/inbox/${leadId}`,
        action: "Read the reply",
      },
    ]);
  });
}

/** The reply that a message forwarded. Anyone can claim that an email of ours bounced. */
async function forwardedReply(ctx: AccountContext, leadId: string, messageId: string, address: string) {
  const replies = await ctx.db
    .select({ id: leadsReplies.id, name: leads.name })
    .from(leadsReplies)
    .innerJoin(leads, and(eq(leads.accountId, leadsReplies.accountId), eq(leads.id, leadsReplies.leadId)))
    .where(and(eq(leadsReplies.accountId, ctx.account.id), eq(leadsReplies.leadId, leadId)));
  return replies.find(({ id }) => forwardId(ctx.account.id, id, address) === messageId);
}

/** Which of the addresses that get forwards has refused one lately, and in whose words; null if none. */
export async function returnedForward(
  ctx: AccountContext,
  forwardTo: readonly string[],
): Promise<{ readonly address: string; readonly said: string } | null> {
  if (forwardTo.length === 0) return null;
  const [row] = await ctx.db
    .select({ address: leadsForwardBounces.address, said: leadsForwardBounces.said })
    .from(leadsForwardBounces)
    .where(
      and(
        eq(leadsForwardBounces.accountId, ctx.account.id),
        inArray(leadsForwardBounces.address, [...forwardTo]),
        gt(leadsForwardBounces.at, ctx.now.subtract(COUNTS)),
      ),
    )
    .orderBy(desc(leadsForwardBounces.at))
    .limit(1);
  return row ?? null;
}

/** Forgets a bounce: somebody answers a forward from there, so it arrives. */
export async function forgetBounce(ctx: AccountContext, address: string): Promise<void> {
  await ctx.db
    .delete(leadsForwardBounces)
    .where(and(eq(leadsForwardBounces.accountId, ctx.account.id), eq(leadsForwardBounces.address, address)));
}
