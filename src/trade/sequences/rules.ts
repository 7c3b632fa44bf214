import type { MailStep, Step, TextStep } from "./plan/planner.ts";
import type { Trigger } from "./plan/triggers.ts";

/** Why a step was not sent, shown after `not sent:`. */
export const NOT_SENT = {
  noPostalAddress: "no postal address",
  noReviewLink: "no review link in your settings",
  noPage: "no open page that a link could lead to",
  replied: "they replied",
  booked: "they have an appointment",
  won: "they said yes",
  lost: "they said no",
  takenBack: "taken back by you",
  unsubscribed: "they unsubscribed",
  unconfirmed: "they have not confirmed their address",
  badAddress: "their mail address does not work",
  complained: "they reported it as spam",
  stopped: "stopped by you",
  withdrawn: "their import was taken back",
  suspended: "account suspended",
  held: "held by you",
  wished: "they asked for it to come later",
  unusable: "the message could not be made from what is on file",
  late: "it came due while the system was down, and is too late now",
} as const;

/** The same for a suppressed address, by the kind of suppression. */
export const SUPPRESSED = {
  unsubscribed: NOT_SENT.unsubscribed,
  bad_address: NOT_SENT.badAddress,
  complained: NOT_SENT.complained,
} as const;

/** How late a follow-up may still go out. Later it would confuse more than help. */
export const LATE_AFTER: Temporal.DurationLike = { hours: 30 * 24 };

/** What we know about a lead at the moment of sending. */
export interface Standing {
  readonly postalAddress: string | null;
  readonly suppressed: keyof typeof SUPPRESSED | null;
  /** Their address is not confirmed yet. */
  readonly unconfirmed: boolean;
  readonly replied: boolean;
  readonly stopped: boolean;
  /** They asked for the gift just then. */
  readonly asked: boolean;
}

/**
 * Whether a lead asked for this step just now and is waiting for it. For people from a file the gift is an
 * ordinary email.
 */
export const isPromised = (step: Step, { asked }: { readonly asked: boolean }): boolean =>
  step.kind === "gift" && asked;

/** Why a step must not go out now, or null if it may. Permanent reasons come first. */
export function reasonNotToSend(
  step: Step,
  due: Temporal.Instant,
  now: Temporal.Instant,
  standing: Standing,
): string | null {
  // An email address that doesn't work says nothing about the phone.
  if (standing.suppressed && !(step.kind === "text" && standing.suppressed === "bad_address"))
    return SUPPRESSED[standing.suppressed];
  if (standing.unconfirmed) return NOT_SENT.unconfirmed;
  if (standing.replied && !isPromised(step, standing)) return NOT_SENT.replied;
  if (standing.stopped) return NOT_SENT.stopped;
  if (isSent(step) && step.kind !== "text" && !standing.postalAddress) return NOT_SENT.noPostalAddress;
  if (isTooLate(step, due, now)) return NOT_SENT.late;
  return null;
}

/** Whether a step is an email or a text. */
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
 * Whether a step came due so long ago that it would confuse more than help. A promised gift is never too
 * late, nor is a step that isn't sent.
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
 * Whether a lead's reply stops a sequence. A reply at any time stops emails of pages, including pages they
 * come to later: they are talking to the business. A sequence that the business or an event started is
 * stopped only by a reply after its start, or after its restart.
 */
export function answerEnds(
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
  readonly referral: string | null;
}

/** Why a message can't be composed: a link it needs doesn't exist. Null if nothing is missing. */
export function lacksLink(step: Step, { review, referral }: OwnLinks): string | null {
  if (!isSent(step)) return null;
  const needs = (name: string) => step.body.includes(`{{${name}}}`);
  if (needs("review_link") && review === null) return NOT_SENT.noReviewLink;
  if (needs("referral_link") && referral === null) return NOT_SENT.noPage;
  return null;
}
