import { type Business, publicProfileOf, mailColors } from "#ground/businesses/public.server.ts";
import { marked } from "#ground/events/public.server.ts";
import {
  type Arrival,
  arrivalIntro,
  type ContactState,
  offerOfPage,
  arrivalReason,
  unsubscribeToken,
} from "#trade/leads/public.server.ts";
import { shareDocument } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { Attachment, Mailbox, NewMail } from "#platform/mail/message.ts";
import { type MailFrame, mailParts, type StepMail } from "./mail-parts.ts";
import { withMarkedLinks } from "./mark-links.ts";
import type { MailStep } from "../plan/planner.ts";
import { unaskedWording } from "./unasked-wording.ts";
import { firstSequence } from "../first-sequence.ts";

/** A client may come back to the guide months later. */
const GIFT_LIFETIME = Temporal.Duration.from({ hours: 24 * 365 });

/**
 * The message of a step, to be queued in the transaction that claimed the step. A gift's link is made with
 * it.
 */
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
    arrival,
  }: {
    step: MailStep;
    lead: ContactState;
    business: Business;
    from: Mailbox | undefined;
    pageId: string | null;
    /** Theirs, to pass on; null where no page is open. */
    referralLink: string | null;
    /**
     * Its line of the ledger: what a link in it is marked with, and whether they asked for what it begins
     * with.
     */
    row: { readonly enrolmentId: string; readonly step: number; readonly asked: boolean };
    /** How they came. */
    arrival: Arrival;
  },
): Promise<NewMail & { readonly id: string }> {
  const { publicUrl, sender } = installation();
  const businessName = business.name ?? sender.mailbox.name;
  const gift = step.kind === "gift" && pageId !== null ? await giftOf(ctx, pageId, lead.id) : undefined;
  const unsubscribeUrl = `${publicUrl}/u/${unsubscribeToken(ctx.account.id, lead.id)}`;
  const postalAddress = business.postalAddress ?? "";
  const words = row.asked
    ? step
    : { ...step, ...unaskedWording(step, step.kind === "gift" ? arrivalIntro(arrival) : null) };
  const reason = arrivalReason(arrival, businessName);
  const parts = mailOf(words, {
    business,
    name: lead.name,
    giftUrl: gift?.url,
    unsubscribeUrl,
    referralLink,
    reason,
  });
  return {
    id: newId(),
    accountId: ctx.account.id,
    kind: "followup",
    // Its own address where it has a mail server of its own: that is how the mailer tells which way a message
    // leaves.
    from: from ?? { name: businessName, address: sender.mailbox.address },
    replyTo: business.replyAddress ?? undefined,
    to: { name: lead.name, address: lead.email },
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

/** What a step says to somebody, in the words, the look and with the signature of the business. */
export function mailOf(
  step: MailStep,
  {
    business,
    reason,
    ...to
  }: {
    business: Business;
    /** Why they get it; none: they asked for it. */
    reason?: string | undefined;
    name: string;
    giftUrl?: string | undefined;
    unsubscribeUrl: string;
    /** Theirs, to pass on. */
    referralLink?: string | null | undefined;
  },
): StepMail {
  return mailParts(step, { ...mailFrameOf(business), reason }, to);
}

/** What a business puts around the words of each of its mails. */
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
  const { token } = await shareDocument(
    ctx,
    { kind: "magnet", title: offer.title, file: offer.file, fileName: offer.fileName },
    { aboutId: leadId, lifetime: GIFT_LIFETIME },
  );
  return {
    url: `${installation().publicUrl}/s/${token}`,
    attachment: { name: offer.fileName, contentType: "application/pdf", file: offer.file },
  };
}
