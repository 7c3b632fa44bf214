import type { MailStep, Step, TextStep } from "./plan/planner.ts";
import type { Trigger } from "./plan/triggers.ts";

/** Why a step was not sent, in the words the owner reads after `not sent:`. */
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

/** The same for a suppressed address, by the reason of its suppression. */
export const SUPPRESSED = {
  unsubscribed: NOT_SENT.unsubscribed,
  bad_address: NOT_SENT.badAddress,
  complained: NOT_SENT.complained,
} as const;

/** How long past its time a follow-up may still go out. Later than this it would surprise more than help. */
export const LATE_AFTER: Temporal.DurationLike = { hours: 30 * 24 };

/** What is known about a lead at the moment of sending. */
export interface Standing {
  readonly postalAddress: string | null;
  readonly suppressed: keyof typeof SUPPRESSED | null;
  /** Their address waits to be confirmed. */
  readonly unconfirmed: boolean;
  readonly replied: boolean;
  readonly stopped: boolean;
  /** They asked for what it begins with at that moment. */
  readonly asked: boolean;
}

/**
 * Whether a step is what somebody asked for at this moment and waits for. To people of a file the same mail
 * is one like any other.
 */
export const isPromised = (step: Step, { asked }: { readonly asked: boolean }): boolean =>
  step.kind === "gift" && asked;

/**
 * The reason why a step must not go out now, or null when it may. The first reason that ends the matter for
 * good wins.
 */
export function reasonNotToSend(
  step: Step,
  due: Temporal.Instant,
  now: Temporal.Instant,
  standing: Standing,
): string | null {
  // A mail address that does not work says nothing about a phone.
  if (standing.suppressed && !(step.kind === "text" && standing.suppressed === "bad_address"))
    return SUPPRESSED[standing.suppressed];
  if (standing.unconfirmed) return NOT_SENT.unconfirmed;
  if (standing.replied && !isPromised(step, standing)) return NOT_SENT.replied;
  if (standing.stopped) return NOT_SENT.stopped;
  if (isSent(step) && step.kind !== "text" && !standing.postalAddress) return NOT_SENT.noPostalAddress;
  if (isTooLate(step, due, now)) return NOT_SENT.late;
  return null;
}

/** Whether a step is a message. */
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
 * Whether a step came due so long ago that it would surprise more than help. What was promised is never too
 * late, nor is time that passes.
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
 * Whether a lead's answer ends what is planned for them. Whoever answered once is talking to the business, so
 * the emails of a page that they come to later stay away. What the business itself began for them, or
 * something they did, is stopped by what they answer since. What it let go on after an answer is, too.
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

/** Links that a business has, or that lead to it. */
export interface OwnLinks {
  readonly review: string | null;
  readonly referral: string | null;
}

/** Why a message can't be made: it needs a link that there is none of; null where it has all it needs. */
export function lacksLink(step: Step, { review, referral }: OwnLinks): string | null {
  if (!isSent(step)) return null;
  const needs = (name: string) => step.body.includes(`{{${name}}}`);
  if (needs("review_link") && review === null) return NOT_SENT.noReviewLink;
  if (needs("referral_link") && referral === null) return NOT_SENT.noPage;
  return null;
}
