import type { Calendar } from "#platform/time/hours.ts";
import { type Behavior, decideCondition } from "../plan/conditions.ts";
import { afterDelay, openFor, planSteps, type Step, type TextStep } from "../plan/planner.ts";
import {
  isPromised,
  isSent,
  NOT_SENT,
  lacksLink,
  type OwnLinks,
  reasonNotToSend,
  type Standing,
} from "../rules.ts";
import { timingOf } from "../plan/timing.ts";
import { apartFrom } from "../plan/preferences.ts";
import { deedOf, endOf, type WhatIf } from "./what-if.ts";

/** The person a plan is for, and the business. */
export interface Traveler {
  readonly steps: readonly Step[];
  readonly startedAt: Temporal.Instant;
  /** They asked for the gift just then. */
  readonly asked: boolean;
  /** The business's sending hours. */
  readonly calendar: Calendar;
  readonly standing: Pick<Standing, "postalAddress" | "suppressed" | "unconfirmed" | "replied">;
  readonly links: OwnLinks;
  /** What they did before. */
  readonly behaviour: Behavior;
  /** The first time at or after `from` when they may be texted, or why they can't be, for the owner. */
  textFrom(step: TextStep, from: Temporal.Instant): Temporal.Instant | string;
  /** They want nothing before this. */
  readonly pausedUntil: Temporal.Instant | null;
  /** The distance they want between emails. */
  readonly spacing: Temporal.DurationLike | null;
  readonly whatIf: WhatIf | null;
}

/** The outcome of one step. */
export interface Stop {
  readonly step: number;
  readonly becomes: "sent" | "call" | "passed" | "left out";
  /** When it is decided; null for a step that is skipped or ended before its time. */
  readonly at: Temporal.Instant | null;
  /** When the step before was done; delays count from it. */
  readonly before: Temporal.Instant;
  /** When its delay alone would put it. */
  readonly counted: Temporal.Instant;
  /** Why it is left out, or the result of a condition. */
  readonly reason: string | null;
  /** It waits because of their pause, or the distance they want between emails. */
  readonly wished: boolean;
  /** Why a call not made by then is no longer to be made, after the lead's action. */
  readonly ended: string | null;
}

/** A simulated run of a sequence. */
export interface Journey {
  readonly stops: readonly Stop[];
  /** When the lead's action happens; null if there is none, or its step is never reached. */
  readonly deedAt: Temporal.Instant | null;
}

/** How long after a step the lead's action happens. */
const AFTERWARDS = { hours: 1 };
/** Most postponements of one step. Hours open every week, so this is enough. */
const MOST_LOOKS = 60;

const later = (one: Temporal.Instant, other: Temporal.Instant | null) =>
  other && Temporal.Instant.compare(other, one) > 0 ? other : one;
const isAfter = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) > 0;

/**
 * Simulates who gets what and when, assuming that mail servers accept everything right away. It uses the
 * engine's own rules (planner, timing, conditions, text hours, reasons).
 * `checks/followups/editor/sequence-preview.test.ts` runs the same cases through the engine and compares.
 */
export function travel(who: Traveler): Journey {
  const { steps, calendar, whatIf } = who;
  const due = planSteps(steps, who.startedAt, calendar);
  const stops: Stop[] = [];
  let deedAt: Temporal.Instant | null = null;
  /** When the step right before went out; null if it was not sent. */
  let left: Temporal.Instant | null = null;
  let last: Temporal.Instant = who.startedAt;
  let lastMail: Temporal.Instant | null = null;
  const leave = (step: number, reason: string, at: Temporal.Instant | null = null) => {
    stops.push({
      step,
      becomes: "left out",
      at,
      before: last,
      counted: due[step]!,
      reason,
      wished: false,
      ended: null,
    });
    left = null;
  };
  const end = whatIf && endOf(whatIf.what);
  for (let step = 0; step < steps.length;) {
    const one = steps[step]!;
    const counted: Temporal.Instant = "delay" in one ? afterDelay(one.delay, last, calendar) : last;
    const look = lookAt(who, one, { due: due[step]!, left, last, lastMail });
    // The action ends everything still to come; a lead who replies still gets what they were promised.
    if (
      end &&
      deedAt &&
      isAfter(typeof look.at === "string" ? look.tried : look.at, deedAt) &&
      !(isPromised(one, who) && !end.includesGift)
    ) {
      leave(step++, end.reason);
      continue;
    }
    if (typeof look.at === "string") {
      leave(step, look.at, look.tried);
      last = look.tried;
      noteDeed(step, look.tried);
      step++;
      continue;
    }
    const at: Temporal.Instant = look.at;
    if (isAfter(at, due[step]!)) moveOn(due, steps, step, at, calendar);
    const stop = { step, at, before: last, counted, wished: look.wished, ended: null };
    last = at;
    left = at;
    if (isSent(one)) lastMail = at;
    if (one.kind !== "condition") {
      stops.push({
        ...stop,
        becomes: one.kind === "call" ? "call" : one.kind === "wait" ? "passed" : "sent",
        reason: null,
      });
      noteDeed(step++, at);
      continue;
    }
    const { isMet, why } = decideCondition(one, behaviorAt(who, deedAt, at), {
      startedAt: who.startedAt,
      now: at,
      calendar,
    });
    stops.push({ ...stop, becomes: "passed", reason: `${isMet ? "yes" : "no"}, ${why}` });
    noteDeed(step, at);
    step++;
    if (isMet) continue;
    const goesOn = one.otherwise === "end" ? steps.length : Math.min(steps.length, step + one.otherwise.skip);
    while (step < goesOn) leave(step++, why);
    for (const [n, again] of planSteps(steps.slice(step), at, calendar).entries()) due[step + n] = again;
  }
  return {
    stops: stops.map((stop) =>
      end && deedAt && stop.becomes === "call" ? { ...stop, ended: end.reason } : stop,
    ),
    deedAt,
  };

  function noteDeed(step: number, at: Temporal.Instant): void {
    if (whatIf?.after === step) deedAt = at.add(AFTERWARDS);
  }
}

/**
 * When a step is done, or why it never is and when that is known. Like the engine, it decides again at each
 * time the step is postponed to.
 */
function lookAt(
  who: Traveler,
  step: Step,
  from: {
    readonly due: Temporal.Instant;
    readonly left: Temporal.Instant | null;
    readonly last: Temporal.Instant;
    readonly lastMail: Temporal.Instant | null;
  },
): { at: Temporal.Instant | string; tried: Temporal.Instant; wished: boolean } {
  const { calendar } = who;
  let { due } = from;
  let at = later(due, from.last);
  let wished = false;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const reason =
      reasonNotToSend(step, due, at, { ...who.standing, stopped: false, asked: who.asked }) ??
      lacksLink(step, who.links);
    if (reason) return { at: reason, tried: at, wished };
    const row = {
      dueAt: due,
      asked: who.asked,
      startedAt: who.startedAt,
      before: from.left && { isUnderWay: false, at: from.left, triedAt: null },
    };
    let until = timingOf(step, row, at, calendar).from;
    if (step.kind === "text") {
      const open = who.textFrom(step, until);
      if (typeof open === "string") return { at: open, tried: at, wished };
      until = open;
    }
    if (!isAfter(until, at) && isSent(step) && !isPromised(step, who)) {
      const wish = later(at, later(who.pausedUntil ?? at, apartFrom(from.lastMail, who.spacing, calendar)));
      if (isAfter(wish, at)) {
        until = openFor(step, wish, calendar);
        wished = true;
      }
    }
    if (!isAfter(until, at)) return { at, tried: at, wished };
    at = until;
    due = later(due, until);
  }
  return { at: NOT_SENT.unusable, tried: at, wished };
}

/** If a step goes later than planned, those after it move later too; none moves earlier. */
function moveOn(
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

/** Their behavior until a given time, including the chosen action. */
function behaviorAt(
  { behaviour, whatIf }: Traveler,
  deedAt: Temporal.Instant | null,
  at: Temporal.Instant,
): Behavior {
  const deed = whatIf && deedOf(whatIf.what);
  if (!deed || !deedAt || isAfter(deedAt, at)) return behaviour;
  return {
    ...behaviour,
    deeds: [...behaviour.deeds, { what: deed, lastAt: deedAt }],
    ...(deed === "replied" ? { repliedAt: deedAt } : {}),
  };
}
