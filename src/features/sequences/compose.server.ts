import { type Business, faceOf, mailColors } from "#features/businesses/public.server.ts";
import { marked } from "#features/events/public.server.ts";
import { type LeadStanding, offerOfPage, unsubscribeToken } from "#features/leads/public.server.ts";
import { shareDocument } from "#features/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { layOutMail, type MailParts } from "#platform/mail/layout.ts";
import type { Attachment, Mailbox, NewMail } from "#platform/mail/message.ts";
import { withMarkedLinks } from "./own-links.ts";
import type { MailStep } from "./planner.ts";
import { fillPlaceholders, firstName } from "./rules.ts";
import { firstSequence } from "./words.ts";

/** A client may come back to the guide months later. */
const GIFT_LIFETIME = Temporal.Duration.from({ hours: 24 * 365 });

/** The message of a step, to be queued in the transaction that claimed the step. A gift's link is made with it. */
export async function composeStep(
  ctx: AccountContext,
  {
    step,
    lead,
    business,
    from,
    pageId,
    row,
    referralLink,
  }: {
    step: MailStep;
    lead: LeadStanding;
    business: Business;
    from: Mailbox | undefined;
    pageId: string | null;
    /** Theirs, to pass on; null where no page is open. */
    referralLink: string | null;
    /** Its line of the ledger: what a link in it is marked with. */
    row: { readonly enrolmentId: string; readonly step: number };
  },
): Promise<NewMail & { readonly id: string }> {
  const { publicUrl, sender } = installation();
  const businessName = business.name ?? sender.mailbox.name;
  const gift = step.kind === "gift" && pageId !== null ? await giftOf(ctx, pageId, lead.id) : undefined;
  const unsubscribeUrl = `${publicUrl}/u/${unsubscribeToken(ctx.account.id, lead.id)}`;
  const postalAddress = business.postalAddress ?? "";
  const parts = mailOf(step, { business, name: lead.name, giftUrl: gift?.url, unsubscribeUrl, referralLink });
  return {
    id: newId(),
    accountId: ctx.account.id,
    kind: "followup",
    // Its own address where it has a mail server of its own: that is how the mailer tells which way a message leaves.
    from: from ?? { name: businessName, address: sender.mailbox.address },
    replyTo: business.replyAddress ?? undefined,
    to: { name: lead.name, address: lead.email },
    subject: parts.subject,
    ...layOutMail(
      withMarkedLinks(parts, publicUrl, (address) => marked(ctx, address, { personId: lead.id, aboutId: row.enrolmentId, part: row.step })),
    ),
    attachments: gift ? [gift.attachment] : [],
    aboutId: lead.id,
    unsubscribeUrl,
    postalAddress,
  };
}

/** A mail as it is laid out, and its subject. */
export interface StepMail extends MailParts {
  readonly subject: string;
}

/** What a step says to somebody, in the words, the look and with the signature of the business. Pure: previews ask it too. */
export function mailOf(
  step: MailStep,
  {
    business,
    name,
    giftUrl,
    unsubscribeUrl,
    referralLink,
  }: {
    business: Business;
    name: string;
    giftUrl?: string | undefined;
    unsubscribeUrl: string;
    /** Theirs, to pass on. */
    referralLink?: string | null | undefined;
  },
): StepMail {
  const { publicUrl, sender } = installation();
  const businessName = business.name ?? sender.mailbox.name;
  const words = { firstName: firstName(name), business: businessName, reviewLink: business.reviewLink, referralLink };
  const signsItself = step.kind === "mail" && step.signed === true;
  const signature = signsItself ? [] : (business.signature?.split("\n") ?? []);
  const paragraphs = fillPlaceholders(step.body, words).split(/\n{2,}/);
  // The name alone is how a mail ends that has no signature.
  if (signature.length && paragraphs.at(-1)?.trim() === businessName) paragraphs.pop();
  const { logo } = faceOf(business);
  return {
    subject: fillPlaceholders(step.subject, words),
    paragraphs,
    action: giftUrl === undefined ? undefined : { label: "Open your copy", url: giftUrl },
    signature,
    logo: logo === null ? undefined : { url: `${publicUrl}${logo}`, alt: businessName },
    colors: mailColors(business.color),
    footer: {
      reason: `You get this because you asked ${businessName} for it.`,
      postalAddress: `${businessName}\n${business.postalAddress ?? ""}`,
      unsubscribe: { label: "Unsubscribe", url: unsubscribeUrl },
    },
  };
}

/** The first mail that a lead gets about this guide, as it looks now. Nothing in it leads anywhere. */
export function previewFirstMail(business: Business, title: string, name: string): StepMail {
  return mailOf(firstSequence(title)[0], { business, name, giftUrl: "#", unsubscribeUrl: "#" });
}

/** The guide of a page as a link, made for one person, and as a file. */
export async function giftOf(
  ctx: AccountContext,
  pageId: string,
  leadId: string,
): Promise<{ url: string; attachment: Attachment } | undefined> {
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
