import { type Calendar, nextOpen } from "#platform/time/hours.ts";

export type { Calendar } from "#platform/time/hours.ts";

/** Weeks and months are calendar ones, like days. */
export interface Delay {
  readonly amount: number;
  readonly unit: "minutes" | "hours" | "days" | "weeks" | "months";
}

export type Test =
  | {
      /** Any event stored by ground/events, such as `clicked` or `estimate.viewed`. */
      readonly what: string;
      /** Absent: since they entered the sequence. */
      readonly within?: Delay;
      readonly not?: true;
    }
  | { readonly what: "silent"; readonly days: number };

/** A new kind needs a case in each switch over `kind`; the compiler finds them. */
export type Step =
  /** What the page promised, sent right away. */
  | { readonly kind: "gift"; readonly subject: string; readonly body: string }
  | {
      readonly kind: "mail";
      readonly delay: Delay;
      readonly subject: string;
      readonly body: string;
      readonly signed?: true;
    }
  /** For people who agreed to texts. */
  | { readonly kind: "text"; readonly delay: Delay; readonly body: string }
  /** The owner calls. Later steps don't wait for it. */
  | { readonly kind: "call"; readonly delay: Delay; readonly say: string }
  | { readonly kind: "wait"; readonly delay: Delay }
  /** If the test fails, the next `skip` steps are skipped, or the sequence ends. */
  | { readonly kind: "condition"; readonly if: Test; readonly otherwise: { readonly skip: number } | "end" };

export type MailStep = Extract<Step, { kind: "gift" | "mail" }>;
export type TextStep = Extract<Step, { kind: "text" }>;
export type ConditionStep = Extract<Step, { kind: "condition" }>;

/**
 * When each step is due for a lead who starts at `startedAt`, if no condition skips any. Pure: the engine and
 * previews share it.
 */
export function planSteps(
  steps: readonly Step[],
  startedAt: Temporal.Instant,
  calendar: Calendar,
): Temporal.Instant[] {
  let at = startedAt;
  return steps.map((step) => (at = dueAfter(step, at, calendar)));
}

/** When a step is due after the one before it went out. Clock changes resolve as wall clocks do. */
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
 * Adds a delay. Minutes and hours are exact; longer units are calendar days, which clock changes make shorter
 * or longer.
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
 * When paused steps are due once they resume: none in the past, each at least as far from the one before as
 * planned. Future steps keep their times, so pausing and resuming right away changes nothing.
 */
export function planAgain(
  paused: readonly { readonly step: Step; readonly due: Temporal.Instant }[],
  now: Temporal.Instant,
  calendar: Calendar,
): Temporal.Instant[] {
  let before: Temporal.Instant | undefined;
  return paused.map(({ step, due }) => {
    const earliest = before ? dueAfter(step, before, calendar) : openFor(step, now, calendar);
    return (before = Temporal.Instant.compare(due, earliest) > 0 ? due : earliest);
  });
}

/**
 * The first time at or after `at` when a step may be done. A text's legal hours are checked when it is due,
 * with the lead's number at that time (text-steps.server.ts).
 */
export function openFor(step: Step, at: Temporal.Instant, calendar: Calendar): Temporal.Instant {
  if (!waitsForHours(step)) return at;
  // Sending hours of a business open every week in every zone.
  return nextOpen(at, calendar)!;
}

/** An email after minutes or hours is expected, so it goes at any hour; no one notices a condition. */
function waitsForHours(step: Step): boolean {
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
