import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import { openFor, type Step, type TextStep } from "../plan/planner.ts";
import { stepTitle } from "../message/describe-step.ts";
import { cityOf } from "./city.ts";
import type { Journey, SimulatedStep } from "./simulate.ts";
import { describeAction, type WhatIf } from "./what-if.ts";
import { describeClockChange, formatClock, formatMoment, explainDelay, explainTextDelay } from "./explain.ts";

export interface PlanLine {
  readonly key: string;
  /** From 0; null for the lead's own action. */
  readonly step: number | null;
  readonly state: "waiting" | "now" | "done" | "unsent";
  /** The kind of step, or why it is not sent. */
  readonly label: string;
  readonly title: string;
  /** `Tuesday, November 24, 9:00 AM`, or null. */
  readonly when: string | null;
  readonly iso: string | null;
  /** In the lead's zone, if it differs. */
  readonly theirs: string | null;
  readonly why: readonly string[];
}

interface Known {
  readonly steps: readonly Step[];
  readonly calendar: Calendar;
  /** The current year, left out of dates. */
  readonly year: number;
  readonly theirZone: string | null;
  readonly whatIf: WhatIf | null;
  readonly names: { readonly firstName: string; readonly business: string };
  textHours(step: TextStep): Calendar;
}

const KINDS: Readonly<Record<Step["kind"], string>> = {
  gift: "Email with the guide",
  mail: "Email",
  text: "Text",
  call: "Call from you",
  wait: "Wait is over",
  condition: "Checked",
};

/** Describes a journey in the order of its steps, with the lead's action where it happens. */
export function planLines({ stops, actionAt }: Journey, known: Known): PlanLine[] {
  const lines = stops.map((stop) => lineOf(stop, known));
  if (!known.whatIf || !actionAt) return lines;
  const deed: PlanLine = {
    ...timed(actionAt, known),
    key: "deed",
    step: null,
    state: "done",
    label: "What if",
    title: describeAction(known.whatIf.what),
    why: [],
  };
  const { after } = known.whatIf;
  const next = stops.findIndex(
    ({ step, at }) => step > after && (at === null || Temporal.Instant.compare(at, actionAt) > 0),
  );
  return next < 0 ? [...lines, deed] : lines.toSpliced(next, 0, deed);
}

function lineOf(stop: SimulatedStep, known: Known): PlanLine {
  const step = known.steps[stop.step]!;
  const line = { key: String(stop.step), step: stop.step, title: stepTitle(step, known.names) };
  if (stop.becomes === "left out" || !stop.at)
    return {
      ...line,
      state: "unsent",
      label: `not sent: ${stop.reason}`,
      when: null,
      iso: null,
      theirs: null,
      why: [],
    };
  return {
    ...line,
    ...timed(stop.at, known),
    state: stop.becomes === "call" ? "now" : "waiting",
    label:
      step.kind === "condition"
        ? stop.reason?.startsWith("yes")
          ? "Continues"
          : "Skips what follows"
        : KINDS[step.kind],
    why: whyOf(stop, stop.at, step, known),
  };
}

function timed(at: Temporal.Instant, { calendar, year, theirZone }: Known) {
  const [{ zone }] = calendar.zones;
  const isOther = theirZone !== null && offsetAt(at, theirZone) !== offsetAt(at, zone);
  return {
    when: formatMoment(at, zone, year),
    iso: at.toString(),
    theirs: isOther ? `${formatClock(at, theirZone)} in ${cityOf(theirZone)}` : null,
  };
}

const offsetAt = (at: Temporal.Instant, zone: string) => at.toZonedDateTimeISO(zone).offsetNanoseconds;

function whyOf(stop: SimulatedStep, at: Temporal.Instant, step: Step, known: Known): string[] {
  if (step.kind === "condition")
    return stop.reason ? [`${stop.reason[0]!.toUpperCase()}${stop.reason.slice(1)}.`] : [];
  const { calendar } = known;
  const own = openFor(step, stop.counted, calendar);
  const reasons = explainDelay(stop.counted, own, calendar);
  if (step.kind === "text") {
    const hours = known.textHours(step);
    const open = nextOpen(own, hours);
    if (open) reasons.push(...explainTextDelay(own, open, hours));
  }
  if (stop.byPreference) reasons.push("they asked for a break or fewer emails");
  if (stop.ended) reasons.push(`if not called by then, it drops off your list: ${stop.ended}`);
  const sentences = reasons.map((words) => `${words[0]!.toUpperCase()}${words.slice(1)}.`);
  const change =
    "delay" in step &&
    step.delay.unit !== "minutes" &&
    step.delay.unit !== "hours" &&
    describeClockChange(stop.before, at, calendar.zones[0].zone);
  return change ? [...sentences, change] : sentences;
}
