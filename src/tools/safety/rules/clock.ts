import { readNumber, readOneOf, readRecord, type Values } from "#ground/sync/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";

/** The record of how often a job has a talk; one per job. */
export const CLOCK = "safety.clock";
/** What people are due to do: give a talk. */
export const TALK_DUE = "safety.talk-due";

export const CLOCK_UNITS = ["working-days", "weeks"] as const;
export type ClockUnit = (typeof CLOCK_UNITS)[number];
export const MOST_EVERY = 60;

export interface Clock {
  readonly every: number;
  readonly unit: ClockUnit;
  /** Whether one is due on the first day of the job. */
  readonly start: boolean;
}

/** Derived, so that two phones without a signal write one. */
export const clockId = (job: string): string => derivedId("safety.clock", job);

/** Of one due date of a job. @param on "2026-12-11" */
export const talkDueId = (job: string, on: string): string => derivedId("safety.talk-due", job, on);

/** What the states ask for, and whose rule it is. */
export const PRESETS: readonly {
  readonly key: string;
  readonly label: string;
  readonly cite: string;
  readonly clock: Clock;
}[] = [
  {
    ...{ key: "ca", label: "California: every 10 working days", cite: "8 CCR 1509(e)" },
    clock: { every: 10, unit: "working-days", start: false },
  },
  {
    ...{ key: "wa", label: "Washington: at the start, then every week", cite: "WAC 296-155-110" },
    clock: { every: 1, unit: "weeks", start: true },
  },
];

/** Null while nobody set one, and where it was turned off. */
export function clockOf(values: Values): Clock | null {
  const clock = readRecord(values["clock"]);
  const every = readNumber(clock?.["every"]);
  const unit = readOneOf(CLOCK_UNITS, clock?.["unit"]);
  if (every === null || unit === null || every < 1 || every > MOST_EVERY) return null;
  return { every: Math.floor(every), unit, start: clock?.["start"] === true };
}

/**
 * Counts Monday to Friday. Holidays count too: that makes a talk due a day early now and then, never a day
 * late.
 */
function addWorkingDays(from: Temporal.PlainDate, days: number): Temporal.PlainDate {
  let day = from;
  for (let left = days; left > 0;) {
    day = day.add({ days: 1 });
    if (day.dayOfWeek <= 5) left--;
  }
  return day;
}

/**
 * The day by which the next talk is due.
 * @param last date of the job’s last finished talk, "2026-11-29"
 * @param since the job’s first day, or the day the clock was set
 */
export function nextTalkOn(clock: Clock, last: string | null, since: string): string {
  const first = Temporal.PlainDate.from(since);
  if (last === null && clock.start) return first.toString();
  const from = last === null ? first : Temporal.PlainDate.from(last);
  if (clock.unit === "working-days") return addWorkingDays(from, clock.every).toString();
  const day = from.add({ weeks: clock.every });
  // A crew that is off on the weekend has it on the Friday before.
  return (day.dayOfWeek <= 5 ? day : day.subtract({ days: day.dayOfWeek - 5 })).toString();
}

/** "Every 10 working days", "At the start, then every week" */
export function describeClock({ every, unit, start }: Clock): string {
  const [one, many] = unit === "weeks" ? ["week", "weeks"] : ["working day", "working days"];
  const rhythm = every === 1 ? `every ${one}` : `every ${every} ${many}`;
  return start ? `At the start, then ${rhythm}` : rhythm.replace(/^e/, "E");
}
