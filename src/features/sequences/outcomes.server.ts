import { leadStandings, suppressAddress } from "#features/leads/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import type { MailMessage, MailOutcome } from "#platform/mail/message.ts";
import { stopForLead } from "./data.server.ts";
import { NOT_SENT } from "./rules.ts";

/** Asked before a follow-up that had to wait is tried again: has anything happened since that forbids it? */
export async function mayStillSend(message: MailMessage): Promise<{ ok: true } | { suppressed: string }> {
  const leadId = message.aboutId;
  if (!leadId) return { ok: true };
  const lead = await withAccount(message.accountId, async (ctx) => (await leadStandings(ctx, [leadId])).get(leadId));
  if (!lead) return { suppressed: NOT_SENT.stopped };
  if (lead.suppressed === "unsubscribed") return { suppressed: NOT_SENT.unsubscribed };
  if (lead.suppressed === "bad_address") return { suppressed: NOT_SENT.badAddress };
  return { ok: true };
}

/** A mail server said that an address does not exist: nothing more goes there. */
export async function badAddressHeard({ message, addressBad }: MailOutcome): Promise<void> {
  if (!addressBad || !message.aboutId) return;
  const leadId = message.aboutId;
  await withAccount(message.accountId, async (ctx) => {
    await suppressAddress(ctx, message.recipient, "bad_address");
    // What is planned would not be sent: the owner should not read that it will be.
    await stopForLead(ctx, leadId, NOT_SENT.badAddress, true);
  });
}
