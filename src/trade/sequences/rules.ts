import type { MailStep, Step, TextStep } from "./plan/planner.ts";
import { type MatterFills, matterFieldsIn } from "./message/placeholders.ts";
import type { Trigger } from "./plan/triggers.ts";

/** Shown after `not sent:`. */
export const NOT_SENT = {
  noPostalAddress: "no mailing address",
  noReviewLink: "no review link in your settings",
  noPage: "no open page to link to",
  noVisits: "clients can’t book visits online right now",
  noMatter: "nothing to fill in its blanks with, such as an estimate",
  settled: "there’s nothing to remind them of anymore",
  replaced: "another follow-up started instead",
  replied: "they replied",
  booked: "they have an appointment",
  won: "they said yes",
  lost: "they said no",
  takenBack: "undone by you",
  unsubscribed: "they unsubscribed",
  unconfirmed: "they haven’t confirmed their address",
  noEmail: "they have no email address on file",
  private: "you said no automatic messages",
  badAddress: "their email address doesn’t work",
  complained: "they marked it as spam",
  stopped: "stopped by you",
  withdrawn: "their import was undone",
  merged: "they get it already, under their other address",
  suspended: "account suspended",
  held: "held by you",
  wished: "they asked for it to come later",
  unusable: "we couldn’t make the message from what’s on file",
  late: "it came due while the system was down, and now it’s too late",
} as const;

/** By the kind of suppression. */
export const SUPPRESSED = {
  unsubscribed: NOT_SENT.unsubscribed,
  bad_address: NOT_SENT.badAddress,
  complained: NOT_SENT.complained,
} as const;

/** A later follow-up would confuse more than help. */
export const LATE_AFTER: Temporal.DurationLike = { hours: 30 * 24 };

export interface Standing {
  readonly postalAddress: string | null;
  readonly suppressed: keyof typeof SUPPRESSED | null;
  /** Their address is not confirmed. */
  readonly unconfirmed: boolean;
  /** They have no email address. Absent where that doesn’t matter. */
  readonly noEmail?: boolean | undefined;
  /** The business wants no automatic messages to them. */
  readonly isPrivate?: boolean | undefined;
  readonly replied: boolean;
  readonly stopped: boolean;
  /** They asked for the gift. */
  readonly asked: boolean;
}

/**
 * Whether a lead asked for this step and is waiting for it. For people from a file the gift is an ordinary
 * email.
 */
export const isPromised = (step: Step, { asked }: { readonly asked: boolean }): boolean =>
  step.kind === "gift" && asked;

/** Why a step must not go out now, or null. Permanent reasons come first. */
export function reasonNotToSend(
  step: Step,
  due: Temporal.Instant,
  now: Temporal.Instant,
  standing: Standing,
): string | null {
  // An email address that doesn't work says nothing about a phone.
  if (standing.suppressed && !(step.kind === "text" && standing.suppressed === "bad_address"))
    return SUPPRESSED[standing.suppressed];
  if (standing.unconfirmed) return NOT_SENT.unconfirmed;
  if (standing.isPrivate) return NOT_SENT.private;
  if (standing.noEmail && isSent(step) && step.kind !== "text") return NOT_SENT.noEmail;
  if (standing.replied && !isPromised(step, standing)) return NOT_SENT.replied;
  if (standing.stopped) return NOT_SENT.stopped;
  if (isSent(step) && step.kind !== "text" && !standing.postalAddress) return NOT_SENT.noPostalAddress;
  if (isTooLate(step, due, now)) return NOT_SENT.late;
  return null;
}

/** An email or a text. */
export function isSent(step: Step): step is MailStep | TextStep {
  switch (step.kind) {
    case "gift":
    case "mail":
    case "text":
      return true;
    case "call":
    case "wait":
    case "condition":
      return false;
  }
}

/**
 * Whether a step is so late that it would confuse more than help. A promised gift never is, nor a step that
 * isn't sent.
 */
export function isTooLate(step: Step, due: Temporal.Instant, now: Temporal.Instant): boolean {
  switch (step.kind) {
    case "mail":
    case "text":
    case "call":
      return Temporal.Instant.compare(now, due.add(LATE_AFTER)) > 0;
    case "gift":
    case "wait":
    case "condition":
      return false;
  }
}

/**
 * Whether a lead's reply stops a sequence. Any reply stops the emails of pages, also of pages they come to
 * later: they are talking to the business. A sequence that the business or an event started is stopped by a
 * reply since its start or restart.
 */
export function replyStops(
  trigger: Trigger,
  {
    startedAt,
    restartedAt,
  }: { readonly startedAt: Temporal.Instant; readonly restartedAt: Temporal.Instant | null },
  repliedAt: Temporal.Instant | null,
): boolean {
  if (!repliedAt) return false;
  if (restartedAt) return Temporal.Instant.compare(repliedAt, restartedAt) > 0;
  return trigger.kind === "new lead" || Temporal.Instant.compare(repliedAt, startedAt) >= 0;
}

export interface OwnLinks {
  readonly review: string | null;
  readonly referralLink: string | null;
  readonly visitLink: string | null;
  /** What it is about; null for nothing. Absent where that doesn't matter, as in simulations. */
  readonly matter?: Omit<MatterFills, "link"> | null | undefined;
}

/** Names the link that a message needs and that doesn't exist; null if it has all. */
export function missingLink(
  step: Step,
  { review, referralLink, visitLink, matter }: OwnLinks,
): string | null {
  if (!isSent(step)) return null;
  const isUnfilled = (name: keyof MatterFills) =>
    matter !== undefined && (matter === null || (name === "valid_until" && matter.valid_until === null));
  if (matterFieldsIn(step.kind === "text" ? step.body : `${step.subject} ${step.body}`).some(isUnfilled))
    return NOT_SENT.noMatter;
  const hasPlaceholder = (name: string) => step.body.includes(`{{${name}}}`);
  if (hasPlaceholder("review_link") && review === null) return NOT_SENT.noReviewLink;
  if (hasPlaceholder("referral_link") && referralLink === null) return NOT_SENT.noPage;
  if (hasPlaceholder("visit_link") && visitLink === null) return NOT_SENT.noVisits;
  return null;
}
