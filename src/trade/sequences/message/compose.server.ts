import { type Business, publicProfileOf, mailColors } from "#ground/businesses/public.server.ts";
import { marked } from "#ground/events/public.server.ts";
import {
  type Arrival,
  arrivalIntro,
  type ContactState,
  offerOfPage,
  arrivalReason,
  type ReplyRoute,
  replyToBy,
  unsubscribeToken,
} from "#trade/leads/public.server.ts";
import { shareDocument } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { Attachment, Mailbox, NewMail } from "#platform/mail/message.ts";
import { type MailFrame, mailParts, type StepMail } from "./mail-parts.ts";
import type { LeadLinks } from "./lead-links.ts";
import type { MatterFills } from "./placeholders.ts";
import type { RecentWorkBlock } from "./recent-work.ts";
import { fillsFor, type StoredMatter } from "../sending/matters.server.ts";
import { withMarkedLinks } from "./mark-links.ts";
import type { MailStep } from "../plan/planner.ts";
import { unaskedWording } from "./unasked-wording.ts";
import { firstSequence } from "../first-sequence.ts";

/** A client may come back to the guide months later. */
const GIFT_LIFETIME = Temporal.Duration.from({ hours: 24 * 365 });

/**
 * Composes the message of a step, and creates the gift's link. Run it in the transaction that claimed the
 * step, and queue the message there.
 */
export async function composeStep(
  ctx: AccountContext,
  {
    step,
    lead,
    business,
    from,
    replies,
    pageId,
    row,
    links,
    arrival,
    matter,
  }: {
    step: MailStep;
    lead: ContactState;
    business: Business;
    from: Mailbox | undefined;
    replies: ReplyRoute;
    pageId: string | null;
    links: LeadLinks;
    /** Links are marked with it; `asked`: the lead asked for the gift. */
    row: { readonly enrolmentId: string; readonly step: number; readonly asked: boolean };
    arrival: Arrival;
    /** What started it. */
    matter?: StoredMatter | undefined;
  },
): Promise<NewMail & { readonly id: string }> {
  const { publicUrl, sender } = installation();
  const businessName = business.name ?? sender.mailbox.name;
  const gift = step.kind === "gift" && pageId !== null ? await createGift(ctx, pageId, lead.id) : undefined;
  const unsubscribeUrl = `${publicUrl}/u/${unsubscribeToken(ctx.account.id, lead.id)}`;
  const postalAddress = business.postalAddress ?? "";
  const words = row.asked
    ? step
    : { ...step, ...unaskedWording(step, step.kind === "gift" ? arrivalIntro(arrival) : null) };
  const reason = matter?.reason(businessName) ?? arrivalReason(arrival, businessName);
  const parts = mailOf(words, {
    business,
    name: lead.name,
    giftUrl: gift?.url,
    unsubscribeUrl,
    ...links,
    reason,
    matter: await fillsFor(ctx, matter, step, lead),
  });
  return {
    id: newId(),
    accountId: ctx.account.id,
    kind: "followup",
    // The mailer chooses the server by this address, so it is set only with the business's own server.
    from: from ?? { name: businessName, address: sender.mailbox.address },
    replyTo: replyToBy(replies, lead.id),
    // Without an address reasonNotToSend() refuses.
    to: { name: lead.name, address: lead.email! },
    subject: parts.subject,
    ...layOutMail(
      withMarkedLinks(parts, publicUrl, (address) =>
        marked(ctx, address, { personId: lead.id, aboutId: row.enrolmentId, part: row.step }),
      ),
    ),
    attachments: gift ? [gift.attachment] : [],
    aboutId: lead.id,
    unsubscribeUrl,
    postalAddress,
  };
}

/** Lays out a step as an email in the business's look. */
export function mailOf(
  step: MailStep,
  {
    business,
    reason,
    ...to
  }: {
    business: Business;
    /** Why the reader gets it; undefined if they asked for it. */
    reason?: string | undefined;
    name: string;
    giftUrl?: string | undefined;
    unsubscribeUrl: string;
    referralLink?: string | null | undefined;
    visitLink?: string | null | undefined;
    recentWork?: RecentWorkBlock | null | undefined;
    matter?: Partial<MatterFills> | undefined;
  },
): StepMail {
  return mailParts(step, { ...mailFrameOf(business), reason }, to);
}

/** What surrounds every email of a business. */
export function mailFrameOf(business: Business): MailFrame {
  const { publicUrl, sender } = installation();
  const { logo } = publicProfileOf(business);
  return {
    businessName: business.name ?? sender.mailbox.name,
    signature: business.signature?.split("\n") ?? [],
    logoUrl: logo === null ? null : `${publicUrl}${logo}`,
    colors: mailColors(business.color),
    postalAddress: business.postalAddress ?? "",
    reviewLink: business.reviewLink,
  };
}

/** The first email a lead gets about this guide. Its links lead nowhere. */
export function previewFirstMail(business: Business, title: string, name: string): StepMail {
  return mailOf(firstSequence(title)[0], { business, name, giftUrl: "#", unsubscribeUrl: "#" });
}

/** A page's guide, as a link for one lead and as a file. */
export async function createGift(
  ctx: AccountContext,
  pageId: string,
  leadId: string,
): Promise<{ url: string; attachment: Attachment } | undefined> {
  const offer = await offerOfPage(ctx, pageId);
  if (!offer) return undefined;
  const { token } = await shareDocument(
    ctx,
    { kind: "magnet", title: offer.title, file: offer.file, fileName: offer.fileName },
    { aboutId: leadId, lifetime: GIFT_LIFETIME, page: "guide" },
  );
  return {
    url: `${installation().publicUrl}/s/${token}`,
    attachment: { name: offer.fileName, contentType: "application/pdf", file: offer.file },
  };
}
