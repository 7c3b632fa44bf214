import type { Calendar } from "#platform/time/hours.ts";
import { type Behavior, decideCondition } from "../plan/conditions.ts";
import { afterDelay, openFor, planSteps, type Step, type TextStep } from "../plan/planner.ts";
import {
  isPromised,
  isSent,
  NOT_SENT,
  missingLink,
  type OwnLinks,
  reasonNotToSend,
  type Standing,
} from "../rules.ts";
import { timingOf } from "../plan/timing.ts";
import { earliestNextMail } from "../plan/preferences.ts";
import { eventOf, stopCausedBy, type WhatIf } from "./what-if.ts";

export interface Traveler {
  readonly steps: readonly Step[];
  readonly startedAt: Temporal.Instant;
  /** They asked for the gift. */
  readonly asked: boolean;
  readonly calendar: Calendar;
  readonly standing: Pick<
    Standing,
    "postalAddress" | "suppressed" | "unconfirmed" | "replied" | "noEmail" | "isPrivate"
  >;
  readonly links: OwnLinks;
  readonly behavior: Behavior;
  /** When they may next be texted, or why they can't be. */
  textFrom(step: TextStep, from: Temporal.Instant): Temporal.Instant | string;
  readonly pausedUntil: Temporal.Instant | null;
  readonly spacing: Temporal.DurationLike | null;
  readonly whatIf: WhatIf | null;
}

export interface SimulatedStep {
  readonly step: number;
  readonly becomes: "sent" | "call" | "passed" | "left out";
  /** Null if it is skipped or ended before its time. */
  readonly at: Temporal.Instant | null;
  /** When the step before was done. */
  readonly before: Temporal.Instant;
  /** When its delay alone would put it. */
  readonly counted: Temporal.Instant;
  /** Why it is left out, or the result of a condition. */
  readonly reason: string | null;
  /** It waits for their preferences. */
  readonly byPreference: boolean;
  /** Why the lead's action cancels this call. */
  readonly ended: string | null;
}

export interface Journey {
  readonly stops: readonly SimulatedStep[];
  /** Null if there is none, or its step is never reached. */
  readonly actionAt: Temporal.Instant | null;
}

/** The action's time after its step. */
const ACTION_DELAY = { hours: 1 };
/** Hours open every week, so these retries are enough. */
const MOST_TRIES = 60;

const later = (one: Temporal.Instant, other: Temporal.Instant | null) =>
  other && Temporal.Instant.compare(other, one) > 0 ? other : one;
const isAfter = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) > 0;

/**
 * Simulates who gets what and when by the engine's own rules, with mail servers that accept everything right
 * away. `checks/followups/editor/sequence-preview.test.ts` compares it with the engine.
 */
export function simulate(who: Traveler): Journey {
  const { steps, calendar, whatIf } = who;
  const due = planSteps(steps, who.startedAt, calendar);
  const stops: SimulatedStep[] = [];
  let actionAt: Temporal.Instant | null = null;
  /** The step right before; null if it was not sent. */
  let previousAt: Temporal.Instant | null = null;
  let last: Temporal.Instant = who.startedAt;
  let lastMail: Temporal.Instant | null = null;
  const skipStep = (step: number, reason: string, at: Temporal.Instant | null = null) => {
    stops.push({
      step,
      becomes: "left out",
      at,
      before: last,
      counted: due[step]!,
      reason,
      byPreference: false,
      ended: null,
    });
    previousAt = null;
  };
  const end = whatIf && stopCausedBy(whatIf.what);
  for (let step = 0; step < steps.length;) {
    const one = steps[step]!;
    const counted: Temporal.Instant = "delay" in one ? afterDelay(one.delay, last, calendar) : last;
    const decided = decideStep(who, one, { due: due[step]!, left: previousAt, last, lastMail });
    // A lead who replies still gets the promised gift.
    if (
      end &&
      actionAt &&
      isAfter(typeof decided.at === "string" ? decided.tried : decided.at, actionAt) &&
      !(isPromised(one, who) && !end.includesGift)
    ) {
      skipStep(step++, end.reason);
      continue;
    }
    if (typeof decided.at === "string") {
      skipStep(step, decided.at, decided.tried);
      last = decided.tried;
      noteAction(step, decided.tried);
      step++;
      continue;
    }
    const at: Temporal.Instant = decided.at;
    if (isAfter(at, due[step]!)) delayFollowing(due, steps, step, at, calendar);
    const stop = { step, at, before: last, counted, byPreference: decided.byPreference, ended: null };
    last = at;
    previousAt = at;
    if (isSent(one)) lastMail = at;
    if (one.kind !== "condition") {
      stops.push({
        ...stop,
        becomes: one.kind === "call" ? "call" : one.kind === "wait" ? "passed" : "sent",
        reason: null,
      });
      noteAction(step++, at);
      continue;
    }
    const { isMet, why } = decideCondition(one, behaviorAt(who, actionAt, at), {
      startedAt: who.startedAt,
      now: at,
      calendar,
    });
    stops.push({ ...stop, becomes: "passed", reason: `${isMet ? "yes" : "no"}, ${why}` });
    noteAction(step, at);
    step++;
    if (isMet) continue;
    const resumesAt =
      one.otherwise === "end" ? steps.length : Math.min(steps.length, step + one.otherwise.skip);
    while (step < resumesAt) skipStep(step++, why);
    for (const [n, again] of planSteps(steps.slice(step), at, calendar).entries()) due[step + n] = again;
  }
  return {
    stops: stops.map((stop) =>
      end && actionAt && stop.becomes === "call" ? { ...stop, ended: end.reason } : stop,
    ),
    actionAt,
  };

  function noteAction(step: number, at: Temporal.Instant): void {
    if (whatIf?.after === step) actionAt = at.add(ACTION_DELAY);
  }
}

/**
 * When a step is done, or why it never is. Like the engine, it decides again at each time the step is
 * postponed to.
 */
function decideStep(
  who: Traveler,
  step: Step,
  from: {
    readonly due: Temporal.Instant;
    readonly left: Temporal.Instant | null;
    readonly last: Temporal.Instant;
    readonly lastMail: Temporal.Instant | null;
  },
): { at: Temporal.Instant | string; tried: Temporal.Instant; byPreference: boolean } {
  const { calendar } = who;
  let { due } = from;
  let at = later(due, from.last);
  let byPreference = false;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const reason =
      reasonNotToSend(step, due, at, { ...who.standing, stopped: false, asked: who.asked }) ??
      missingLink(step, who.links);
    if (reason) return { at: reason, tried: at, byPreference };
    const row = {
      dueAt: due,
      asked: who.asked,
      startedAt: who.startedAt,
      before: from.left && { isUnderWay: false, at: from.left, triedAt: null },
    };
    let until = timingOf(step, row, at, calendar).from;
    if (step.kind === "text") {
      const open = who.textFrom(step, until);
      if (typeof open === "string") return { at: open, tried: at, byPreference };
      until = open;
    }
    if (!isAfter(until, at) && isSent(step) && !isPromised(step, who)) {
      const earliest = later(
        at,
        later(who.pausedUntil ?? at, earliestNextMail(from.lastMail, who.spacing, calendar)),
      );
      if (isAfter(earliest, at)) {
        until = openFor(step, earliest, calendar);
        byPreference = true;
      }
    }
    if (!isAfter(until, at)) return { at, tried: at, byPreference };
    at = until;
    due = later(due, until);
  }
  return { at: NOT_SENT.unusable, tried: at, byPreference };
}

/** A late step moves those after it; none moves earlier. */
function delayFollowing(
  due: Temporal.Instant[],
  steps: readonly Step[],
  step: number,
  at: Temporal.Instant,
  calendar: Calendar,
): void {
  due[step] = at;
  for (const [n, again] of planSteps(steps.slice(step + 1), at, calendar).entries())
    due[step + 1 + n] = later(due[step + 1 + n]!, again);
}

/** Including the chosen action. */
function behaviorAt(
  { behavior, whatIf }: Traveler,
  actionAt: Temporal.Instant | null,
  at: Temporal.Instant,
): Behavior {
  const deed = whatIf && eventOf(whatIf.what);
  if (!deed || !actionAt || isAfter(actionAt, at)) return behavior;
  return {
    ...behavior,
    deeds: [...behavior.deeds, { what: deed, lastAt: actionAt }],
    ...(deed === "replied" ? { repliedAt: actionAt } : {}),
  };
}
