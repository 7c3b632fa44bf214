import { type Calendar, nextOpen } from "#platform/time/hours.ts";

export type { Calendar } from "#platform/time/hours.ts";

/** The wait after the step before. Weeks and months are calendar ones, like days. */
export interface Delay {
  readonly amount: number;
  readonly unit: "minutes" | "hours" | "days" | "weeks" | "months";
}

/** The test of a condition. */
export type Test =
  | {
      /** An event such as `clicked` or `estimate.viewed`, as stored by ground/events. */
      readonly what: string;
      /** How long before the condition to look; absent means since they entered the sequence. */
      readonly within?: Delay;
      /** Negates the test. */
      readonly not?: true;
    }
  | { readonly what: "silent"; readonly days: number };

/** One step of a sequence. A new kind needs a case in each switch over `kind`; the compiler finds them. */
export type Step =
  /** What the page promised, sent right away. */
  | { readonly kind: "gift"; readonly subject: string; readonly body: string }
  | {
      readonly kind: "mail";
      readonly delay: Delay;
      readonly subject: string;
      readonly body: string;
      /** The body ends with its own signature. */
      readonly signed?: true;
    }
  /** A text, for people who agreed to texts. */
  | { readonly kind: "text"; readonly delay: Delay; readonly body: string }
  /** A call the owner makes. Later steps don't wait for it. */
  | { readonly kind: "call"; readonly delay: Delay; readonly say: string }
  | { readonly kind: "wait"; readonly delay: Delay }
  /**
   * Decided when it is reached. If the test fails, the next `skip` steps are skipped, or the sequence ends.
   */
  | { readonly kind: "condition"; readonly if: Test; readonly otherwise: { readonly skip: number } | "end" };

export type MailStep = Extract<Step, { kind: "gift" | "mail" }>;
export type TextStep = Extract<Step, { kind: "text" }>;
export type ConditionStep = Extract<Step, { kind: "condition" }>;

/**
 * When each step is due for a lead who starts at `startedAt`, if no condition skips any. Pure, so that the
 * engine and previews share it.
 */
export function planSteps(
  steps: readonly Step[],
  startedAt: Temporal.Instant,
  calendar: Calendar,
): Temporal.Instant[] {
  let at = startedAt;
  return steps.map((step) => (at = dueAfter(step, at, calendar)));
}

/**
 * When a step is due after the one before it went out. Clock changes resolve as wall clocks in the zone do.
 */
export function dueAfter(step: Step, before: Temporal.Instant, calendar: Calendar): Temporal.Instant {
  switch (step.kind) {
    case "gift":
    case "condition":
      return before;
    case "wait":
    case "mail":
    case "text":
    case "call":
      return openFor(step, afterDelay(step.delay, before, calendar), calendar);
  }
}

/**
 * Adds a delay. Minutes and hours are exact time; days and longer are calendar days, which clock changes make
 * shorter or longer.
 */
export function afterDelay(
  { amount, unit }: Delay,
  before: Temporal.Instant,
  { zones }: Calendar,
): Temporal.Instant {
  if (unit === "minutes" || unit === "hours") return before.add({ [unit]: amount });
  return before
    .toZonedDateTimeISO(zones[0].zone)
    .add({ [unit]: amount })
    .toInstant();
}

/**
 * When paused steps are due once they resume: the first not in the past, each other at least as far from the
 * one before as planned. Future steps keep their times, so pausing and resuming right away changes nothing.
 */
export function planAgain(
  held: readonly { readonly step: Step; readonly due: Temporal.Instant }[],
  now: Temporal.Instant,
  calendar: Calendar,
): Temporal.Instant[] {
  let before: Temporal.Instant | undefined;
  return held.map(({ step, due }) => {
    const earliest = before ? dueAfter(step, before, calendar) : openFor(step, now, calendar);
    return (before = Temporal.Instant.compare(due, earliest) > 0 ? due : earliest);
  });
}

/**
 * The first time at or after `at` when a step may be done. For a text these are only the owner's hours; the
 * legal hours are checked when it is due, with the lead's number at that time (text-steps.server.ts).
 */
export function openFor(step: Step, at: Temporal.Instant, calendar: Calendar): Temporal.Instant {
  if (!keepsHours(step)) return at;
  // Any sending hours a business can choose open every week in every zone.
  return nextOpen(at, calendar)!;
}

/**
 * Whether a step waits for the open hours. An email after minutes or hours is expected, so it goes at any
 * hour; no one notices a condition.
 */
function keepsHours(step: Step): boolean {
  switch (step.kind) {
    case "gift":
    case "wait":
    case "condition":
      return false;
    case "call":
      return true;
    case "mail":
    case "text":
      return waitsForDays(step.delay);
  }
}

/** Whether a delay is so long that no one expects the step at a certain hour. */
export const waitsForDays = ({ unit }: Delay): boolean => unit !== "minutes" && unit !== "hours";
