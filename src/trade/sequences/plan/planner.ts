import { type Calendar, nextOpen } from "#platform/time/hours.ts";

export type { Calendar } from "#platform/time/hours.ts";

/** How long a step waits after the one before it. Weeks and months are calendar ones, as days are. */
export interface Delay {
  readonly amount: number;
  readonly unit: "minutes" | "hours" | "days" | "weeks" | "months";
}

/** What is asked of a lead where a sequence comes to a fork. */
export type Test =
  | {
      /** What they did, such as `clicked` or `estimate.viewed`: any deed that ground/events keeps. */
      readonly what: string;
      /** Looked for in this much time before the fork; left out: since they entered the sequence. */
      readonly within?: Delay;
      /** The other way round: that they did not. */
      readonly not?: true;
    }
  | { readonly what: "silent"; readonly days: number };

/** One step of a sequence. A new kind is a line in each switch over `kind`; the compiler names them. */
export type Step =
  /** What the page promised, at once. */
  | { readonly kind: "gift"; readonly subject: string; readonly body: string }
  | {
      readonly kind: "mail";
      readonly delay: Delay;
      readonly subject: string;
      readonly body: string;
      /** The words end with a signature of their own. */
      readonly signed?: true;
    }
  /** A text to their phone, for those who agreed to texts. */
  | { readonly kind: "text"; readonly delay: Delay; readonly body: string }
  /** Somebody of the business calls them. It holds up nothing. */
  | { readonly kind: "call"; readonly delay: Delay; readonly say: string }
  /** Time passes. */
  | { readonly kind: "wait"; readonly delay: Delay }
  /**
   * Decided when it is reached. Where it is not so, the next `skip` steps are left out, or nothing more
   * comes.
   */
  | { readonly kind: "condition"; readonly if: Test; readonly otherwise: { readonly skip: number } | "end" };

/** A step that becomes a mail. */
export type MailStep = Extract<Step, { kind: "gift" | "mail" }>;
export type TextStep = Extract<Step, { kind: "text" }>;
export type ConditionStep = Extract<Step, { kind: "condition" }>;

/**
 * When each step is due for somebody who starts at `startedAt`, each counted from the one before, where no
 * fork leaves any out. Pure: the engine and previews ask the same function.
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
 * When a step is due after the one before it went out. Clock changes resolve as the zone's own wall clocks
 * do.
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
 * The moment a delay after another. Minutes and hours are exact time; days and more are calendar days, which
 * clock changes make shorter or longer.
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
 * When steps that were held are due once they go on: the first not in the past, each of the others at least
 * as far from the one before as it was planned. What was planned for later stays as it was, so holding and
 * going on at once changes nothing.
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
 * The first moment, not before `at`, at which a step may be done. For a text that is the owner's wish only:
 * when the law lets somebody be texted is looked up when it is due, with the number that they have then
 * (text-steps.server.ts).
 */
export function openFor(step: Step, at: Temporal.Instant, calendar: Calendar): Temporal.Instant {
  if (!keepsHours(step)) return at;
  // Sending hours that a business may choose open somewhere in every week of every zone.
  return nextOpen(at, calendar)!;
}

/**
 * Whether a step is for working hours. Mail that waits for minutes or hours is expected, and goes at any
 * hour; nobody notices a fork.
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

/** Whether a delay is so long that nobody expects what comes after it at a certain hour. */
export const waitsForDays = ({ unit }: Delay): boolean => unit !== "minutes" && unit !== "hours";
