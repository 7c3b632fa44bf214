import type { Business } from "#features/businesses/public.server.ts";
import { type LeadStanding, offerOfPage, unsubscribeToken } from "#features/leads/public.server.ts";
import { shareDocument } from "#features/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { layOutMail } from "#platform/mail/layout.ts";
import type { Attachment, NewMail } from "#platform/mail/message.ts";
import { fillPlaceholders, firstName, type Step } from "./rules.ts";

/** A client may come back to the guide months later. */
const GIFT_LIFETIME = Temporal.Duration.from({ hours: 24 * 365 });

/** The message of a step, to be queued in the transaction that claimed the step. A gift's link is made with it. */
export async function composeStep(
  ctx: AccountContext,
  { step, lead, business, pageId }: { step: Step; lead: LeadStanding; business: Business; pageId: string },
): Promise<NewMail & { readonly id: string }> {
  const { publicUrl, sender } = installation();
  const businessName = business.name ?? sender.mailbox.name;
  const words = { firstName: firstName(lead.name), business: businessName };
  const gift = step.kind === "gift" ? await giftOf(ctx, pageId, lead.id) : undefined;
  const unsubscribeUrl = `${publicUrl}/u/${unsubscribeToken(ctx.account.id, lead.id)}`;
  const postalAddress = business.postalAddress ?? "";
  return {
    id: newId(),
    accountId: ctx.account.id,
    kind: "followup",
    from: { name: businessName, address: sender.mailbox.address },
    replyTo: business.replyAddress ?? undefined,
    to: { name: lead.name, address: lead.email },
    subject: fillPlaceholders(step.subject, words),
    ...layOutMail({
      paragraphs: fillPlaceholders(step.body, words).split(/\n{2,}/),
      action: gift && { label: "Open your copy", url: gift.url },
      footer: {
        reason: `You get this because you asked ${businessName} for it.`,
        postalAddress: `${businessName}\n${postalAddress}`,
        unsubscribe: { label: "Unsubscribe", url: unsubscribeUrl },
      },
    }),
    attachments: gift ? [gift.attachment] : [],
    aboutId: lead.id,
    unsubscribeUrl,
    postalAddress,
  };
}

async function giftOf(ctx: AccountContext, pageId: string, leadId: string): Promise<{ url: string; attachment: Attachment } | undefined> {
  const offer = await offerOfPage(ctx, pageId);
  if (!offer) return undefined;
  const token = await shareDocument(
    ctx,
    { kind: "magnet", title: offer.title, file: offer.file, fileName: offer.fileName },
    { aboutId: leadId, lifetime: GIFT_LIFETIME },
  );
  return {
    url: `${installation().publicUrl}/s/${token}`,
    attachment: { name: offer.fileName, contentType: "application/pdf", file: offer.file },
  };
}
