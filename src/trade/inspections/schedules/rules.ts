import {
  readDate,
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";

/** A checklist that is due on a job again and again, or when people scan its sticker. */
export const SCHEDULE = "checklists.schedule";

export const UNITS = ["day", "week", "month"] as const;

/** "Every 2 weeks on Monday": a month counts on the day of the month on which the schedule begins. */
export interface Rhythm {
  readonly every: number;
  readonly unit: (typeof UNITS)[number];
  /** 1 is Monday, 7 Sunday; of `week` only. Empty for the weekday on which the schedule begins. */
  readonly weekdays: readonly number[];
}

/** The most of a unit, and the hours that a list can be due by: a reminder goes out at that hour. */
export const MOST_EVERY = 30;
export const HOURS = { from: 6, to: 20 } as const;
export const USUAL_HOUR = 10;
/** For how long a missed list is shown, and can be made up for. */
export const SHOWN_DAYS = 7;

function rhythmOf(value: unknown): Rhythm | null {
  const { every, unit, weekdays } = readRecord(value) ?? {};
  const [count, of] = [readNumber(every), readOneOf(UNITS, unit)];
  if (of === null || count === null || !Number.isInteger(count) || count < 1 || count > MOST_EVERY)
    return null;
  const days = Array.isArray(weekdays) ? weekdays : [];
  return { every: count, unit: of, weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => days.includes(day)) };
}

/** The schedule that goes on where another one ended. */
export interface MovedTo {
  readonly job: string;
  readonly schedule: string;
}

function movedOf(value: unknown): MovedTo | null {
  const { job, schedule } = readRecord(value) ?? {};
  const [to, id] = [readText(job), readText(schedule)];
  return to && id ? { job: to, schedule: id } : null;
}

/** Reads a schedule. A device can write anything, so each value is checked. */
export function scheduleOf(values: Values) {
  const by = readNumber(values["by"]) ?? USUAL_HOUR;
  return {
    title: readText(values["title"]) || "Checklist",
    /** What a run is started from: the key of one of ours, or the id of the business's own. */
    list: readText(values["list"]),
    /** The place or machine that it is for, in words. */
    place: readTextOrNull(values["place"]),
    /** Null for a list that is only due when people scan the sticker. */
    rhythm: rhythmOf(values["rhythm"]),
    from: readDate(values["from"]),
    to: readDate(values["to"]),
    /** The hour by which it is due, where the job is. */
    by: by >= HOURS.from && by < HOURS.to ? Math.trunc(by) : USUAL_HOUR,
    /** A person of the business; null for everyone on the job. */
    who: readTextOrNull(values["who"]),
    isPaused: values["paused"] === true,
    /** Where it goes on, for a machine that is on another job now. */
    movedTo: movedOf(values["movedTo"]),
    /** The first day on which it can be due here, if it began on another job. */
    since: readDate(values["since"]),
  };
}
export type Schedule = ReturnType<typeof scheduleOf>;

/** "Crane check, Crane 2". */
export const nameOfSchedule = ({ title, place }: Pick<Schedule, "title" | "place">): string =>
  [title, place].filter(Boolean).join(", ");

/** Why a schedule can't be saved, or null. */
export function refuseSchedule(values: Values): string | null {
  const { list, rhythm, from, to } = scheduleOf(values);
  if (!list) return "Choose a list.";
  if (rhythm === null) return null;
  if (from === null) return "Choose the first day.";
  return to !== null && to < from ? "The last day is before the first." : null;
}

/** The Sunday on or before a day. */
const sundayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek % 7 });

/** Whether a list is due on a day, whether or not the schedule is paused. */
export function isDueOn({ rhythm, from, to }: Schedule, day: Temporal.PlainDate): boolean {
  if (rhythm === null || from === null) return false;
  const date = day.toString();
  if (date < from || (to !== null && date > to)) return false;
  const { every, unit, weekdays } = rhythm;
  // Most lists are due every day, or on the same days each week: hundreds of them are looked at together.
  if (every === 1 && unit === "day") return true;
  if (every === 1 && unit === "week" && weekdays.length > 0) return weekdays.includes(day.dayOfWeek);
  const first = Temporal.PlainDate.from(from);
  if (unit === "day") return first.until(day).days % every === 0;
  if (unit === "week") {
    const weeks = sundayOf(first).until(sundayOf(day)).days / 7;
    const days = weekdays.length > 0 ? weekdays : [first.dayOfWeek];
    return weeks % every === 0 && days.includes(day.dayOfWeek);
  }
  const months = (day.year - first.year) * 12 + day.month - first.month;
  // A list that began on the 31st is due on the last day of a shorter month.
  return months % every === 0 && day.day === Math.min(first.day, day.daysInMonth);
}

/** The days from `back` days ago to today on which a list was due, the oldest first. */
export const dueDays = (schedule: Schedule, today: Temporal.PlainDate, back: number): string[] =>
  Array.from({ length: back + 1 }, (_, at) => today.subtract({ days: back - at })).flatMap((day) =>
    isDueOn(schedule, day) ? [day.toString()] : [],
  );

/**
 * The days of the last week, the latest last, on which nobody finished a list that was due.
 * @param since the day it was scheduled: nobody missed it before
 */
export const openDueDays = (
  schedule: Schedule,
  { today, since }: { readonly today: Temporal.PlainDate; readonly since: string },
  isDone: (on: string) => boolean,
): string[] =>
  schedule.isPaused || schedule.movedTo
    ? []
    : dueDays(schedule, today, SHOWN_DAYS).filter((on) => on >= since && !isDone(on));

/** The next day on which a list is due, today included; null for none in three years. */
export function nextDue(schedule: Schedule, today: Temporal.PlainDate): string | null {
  const from = schedule.from ?? "";
  let day = from > today.toString() ? Temporal.PlainDate.from(from) : today;
  for (let ahead = 0; ahead <= 31 * (MOST_EVERY + 1); ahead++, day = day.add({ days: 1 }))
    if (isDueOn(schedule, day)) return day.toString();
  return null;
}

/**
 * The day that a list counts for when it is started today: the last day on which it was due, if nobody
 * finished it yet, or else today.
 */
export function countsFor(
  schedule: Schedule,
  today: Temporal.PlainDate,
  isDone: (on: string) => boolean,
): string {
  const last = dueDays(schedule, today, SHOWN_DAYS).at(-1);
  return last === undefined || isDone(last) ? today.toString() : last;
}

/**
 * What a schedule is on the job that its machine moves to: the same, from today on, or from tomorrow if
 * today’s list is finished already.
 */
export const moveSets = (values: Values, today: Temporal.PlainDate, isDone: boolean): Values => {
  const { movedTo: _, paused: __, ...same } = values;
  return { ...same, since: (isDone ? today.add({ days: 1 }) : today).toString() };
};

/** The first day on which a schedule can be missed. @param written the day it was saved */
export const firstDayOf = ({ since }: Pick<Schedule, "since">, written: string): string =>
  since !== null && since > written ? since : written;

/** What a run says of the schedule that it was started for. */
export interface DueOf {
  readonly schedule: string;
  /** "2026-11-23": the day that it counts for. */
  readonly on: string;
}

export function dueOfRun(values: Values): DueOf | null {
  const { schedule, on } = readRecord(values["due"]) ?? {};
  const [id, day] = [readText(schedule), readDate(on)];
  return id && day ? { schedule: id, on: day } : null;
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
export const weekdayName = (day: number): string => WEEKDAYS[day - 1] ?? "";

const ordinal = (day: number): string => {
  const ending = { one: "st", two: "nd", few: "rd" } as Readonly<Record<string, string>>;
  return `${day}${ending[new Intl.PluralRules("en-US", { type: "ordinal" }).select(day)] ?? "th"}`;
};

/** "Every 2 weeks on Monday and Thursday". */
export function describeRhythm({ rhythm, from }: Pick<Schedule, "rhythm" | "from">): string {
  if (rhythm === null || from === null) return "When people scan the sticker";
  const { every, unit, weekdays } = rhythm;
  const first = Temporal.PlainDate.from(from);
  const often = every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`;
  if (unit === "day") return often;
  if (unit === "month") return `${often} on the ${ordinal(first.day)}`;
  const days = weekdays.length > 0 ? weekdays : [first.dayOfWeek];
  if (every === 1 && days.length === 7) return "Every day";
  if (every === 1 && days.join("") === "12345") return "Monday to Friday";
  return `${often} on ${new Intl.ListFormat("en-US").format(days.map(weekdayName))}`;
}
