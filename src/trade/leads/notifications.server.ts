import { type NotificationKind, notify } from "#ground/notifications/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

export const NEW_LEAD: NotificationKind = {
  kind: "leads.new",
  label: "New lead",
  hint: "Someone asks for a guide or sends your form.",
};

const REPLY: NotificationKind = {
  kind: "leads.reply",
  label: "Reply",
  hint: "A client replies by email or text, or asks on your page.",
};

export const leadsNotifications: readonly NotificationKind[] = [NEW_LEAD, REPLY];

/** By how a reply arrived. */
const REPLIED = { mail: "replied", text: "texted back", page: "asked a question" } as const;

/**
 * Notifies people of a reply that arrived.
 * @param words what the client wrote, without what they quoted
 * @param emailed addresses that got the reply itself by email, in lower case
 */
export async function notifyOfReply(
  ctx: AccountContext,
  lead: { readonly id: string; readonly name: string },
  reply: {
    readonly id: string;
    readonly via: keyof typeof REPLIED;
    readonly emailed: readonly string[];
    readonly words: string;
  },
): Promise<void> {
  await notify(ctx, REPLY, [
    {
      key: reply.id,
      about: lead.id,
      leadId: lead.id,
      by: null,
      emailed: reply.emailed.map((address) => address.toLowerCase()),
      title: `${lead.name} ${REPLIED[reply.via]}`,
      text: reply.words || "There are no words in it. Open it to see what they sent.",
      action: "Open the conversation",
      path: `/account/inbox/${lead.id}`,
    },
  ]);
}
