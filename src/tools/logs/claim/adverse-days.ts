import { jobOf } from "#trade/jobs/public.server.ts";
import { type Fields, shownFields } from "#ground/sync/public.server.ts";
import { entryOf, type LogEntry, standing } from "../rules.ts";
import { dateOf } from "../values.ts";
import {
  hereFirst,
  isHere,
  type Observation,
  type Plan,
  planOf,
  type Reading,
  type Threshold,
  weatherOf,
} from "../weather/rules.ts";

// Which days weather cost a job, and how many of them were to be expected: what a claim for more time rests
// on.

/** What a day is measured by. */
export type Measure = Exclude<keyof Threshold, "hoursLost">;
const LOW: readonly Measure[] = ["lowC"];
const MEASURES = [
  "rainMm",
  "snowCm",
  "windMs",
  "gustMs",
  "lowC",
  "highC",
] as const satisfies readonly Measure[];

/** A limit that a day's weather reached. */
export interface Passed {
  readonly measure: Measure;
  readonly value: number;
  readonly limit: number;
  /** Whether a model says so, where a station that saw the day leaves it open. */
  readonly isModelled: boolean;
}

/** An entry that says weather stood in the way. */
export interface Stood {
  readonly entry: LogEntry;
  readonly hours: number;
  readonly critical: boolean;
}

/** A day on which weather reached a limit, or on which somebody wrote down that it cost time. */
export interface AdverseDay {
  /** "2026-11-20". */
  readonly date: string;
  readonly reading: Reading | null;
  readonly seen: Observation | null;
  /** Whether the limits were held against what somebody saw, for want of a reading. */
  readonly isBySight: boolean;
  readonly passed: readonly Passed[];
  /** What a limit watches and nobody knows of this day. */
  readonly notKnown: readonly Measure[];
  readonly stood: readonly Stood[];
  /**
   * Entries of guests that tell of time lost to weather and that nobody approved yet: they count for nothing.
   */
  readonly waiting: number;
  /** Hours lost to weather: of the company that lost the most, as the hours of several run side by side. */
  readonly hoursLost: number;
  /** Of those, the hours on the critical path. */
  readonly criticalHours: number;
  /** Whether it is a day lost to weather. */
  readonly counts: boolean;
  /** Why it is none; null where it is one. */
  readonly whyNot: "no-weather" | "within" | "no-loss" | "not-critical" | "too-short" | null;
}

/** A month of a job: what was to be expected, and what came. */
export interface MonthSum {
  /** "2026-11". */
  readonly month: string;
  /** Days that were to be expected to be lost in all of that month. */
  readonly anticipated: number;
  /** Days whose weather reached a limit. */
  readonly adverse: number;
  /** Days lost to weather. */
  readonly lost: number;
  /** Days lost beyond those expected. */
  readonly beyond: number;
  /** Whether the days looked at are not the whole month. */
  readonly isPart: boolean;
}

export interface Claim {
  readonly plan: Plan;
  /**
   * Whether anybody decided what the log is held to; otherwise usual limits are shown, and nothing was to be
   * expected.
   */
  readonly isDecided: boolean;
  readonly days: readonly AdverseDay[];
  readonly months: readonly MonthSum[];
  /** Monday to Friday, and days with a log, of which no weather is known. */
  readonly unknown: readonly string[];
  /** Each day whose weather is known, with the reading that counts. */
  readonly known: readonly {
    readonly date: string;
    readonly reading: Reading | null;
    readonly seen: Observation | null;
  }[];
}

/** A record as far as this looks at it. */
interface Held {
  readonly kind: string;
  readonly id: string;
  readonly fields: Fields;
}

/** The limits that weather reached. @param said what is known of the day; null for what is not */
export function passedLimits(threshold: Threshold, said: Pick<Reading, Measure | "modelled">): Passed[] {
  return MEASURES.flatMap((measure): Passed[] => {
    const [limit, value] = [threshold[measure], said[measure]];
    if (limit === null || value === null) return [];
    const isModelled = said.modelled.some((one) => one === measure);
    return (LOW.includes(measure) ? value <= limit : value >= limit)
      ? [{ measure, value, limit, isModelled }]
      : [];
  });
}

/** Above it nothing falls as snow. */
const SNOW_BELOW_C = 4;

/**
 * What is watched and not known. A station that felt wind and says no gusts felt none; nothing falls as snow
 * in the warm.
 */
function openOf(threshold: Threshold, said: Pick<Reading, Measure>): Measure[] {
  const isTold = (measure: Measure): boolean =>
    said[measure] !== null ||
    (measure === "gustMs" && said.windMs !== null) ||
    (measure === "snowCm" && said.lowC !== null && said.lowC > SNOW_BELOW_C);
  return MEASURES.filter((measure) => threshold[measure] !== null && !isTold(measure));
}

const asSeen = ({ rainMm, windMs, tempC }: Observation): Pick<Reading, Measure | "modelled"> => ({
  modelled: [],
  rainMm,
  snowCm: null,
  windMs,
  gustMs: null,
  lowC: tempC,
  highC: tempC,
});

/**
 * What weather cost a job between two days, both part of it.
 * @param records of the job: itself, its log's entries, weather and plan; others are passed over
 * @param range.to the last day looked at: no day ahead of it is called unknown
 * @param range.account the business: what others than its own people wrote counts once it is approved
 */
export function claimOf(
  records: readonly Held[],
  { from, to, account }: { readonly from: string; readonly to: string; readonly account: string },
): Claim {
  const of = (kind: string) => records.filter((one) => one.kind === kind);
  const plans = of("logs.plan");
  const plan = planOf(shownFields(plans[0]?.fields ?? {}));
  const position = of("jobs.job").flatMap(
    ({ id, fields }) => jobOf(id, shownFields(fields)).position ?? [],
  )[0];
  const isThen = (date: string | null): date is string => date !== null && from <= date && date <= to;
  const weather = new Map(
    of("logs.weather").flatMap(({ fields }) => {
      const values = shownFields(fields);
      const date = dateOf(values["date"]);
      if (!isThen(date)) return [];
      const { readings, manual } = weatherOf(values);
      const here = hereFirst(readings, position ?? null).find((one) => isHere(one, position ?? null));
      return here || manual ? [[date, { date, reading: here ?? null, seen: manual }] as const] : [];
    }),
  );
  const entries = standing(of("logs.entry").map(({ id, fields }) => entryOf(id, shownFields(fields)))).filter(
    ({ date }) => isThen(date),
  );
  const logged = Map.groupBy(entries, ({ date }) => date!);
  const isApproved = ({ company, approved }: LogEntry): boolean => company === account || approved === true;
  const dates = new Set([...weather.keys(), ...logged.keys()]);
  const days = [...dates].toSorted().flatMap((date) => {
    const { approved = [], waiting = [] } = Object.groupBy(logged.get(date) ?? [], (entry) =>
      isApproved(entry) ? "approved" : "waiting",
    );
    const day = {
      ...adverseDay(date, weather.get(date), approved, plan.threshold),
      waiting: waiting.filter(({ delay }) => delay?.cause === "weather").length,
    };
    return day.passed.length > 0 || day.stood.length > 0 || day.waiting > 0 ? [day] : [];
  });
  return {
    plan,
    isDecided: plans.length > 0,
    days,
    months: monthsOf(days, plan, from, to),
    unknown: daysBetween(from, to)
      .filter((day) => (day.dayOfWeek <= 5 || logged.has(day.toString())) && !weather.has(day.toString()))
      .map(String),
    known: [...weather.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

function daysBetween(from: string, to: string): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = [];
  for (let day = Temporal.PlainDate.from(from); day.toString() <= to; day = day.add({ days: 1 }))
    days.push(day);
  return days;
}

function adverseDay(
  date: string,
  found: { readonly reading: Reading | null; readonly seen: Observation | null } | undefined,
  entries: readonly LogEntry[],
  threshold: Threshold,
): Omit<AdverseDay, "waiting"> {
  const { reading = null, seen = null } = found ?? {};
  const said = reading ?? (seen && asSeen(seen));
  const passed = said ? passedLimits(threshold, said) : [];
  const stood = entries.flatMap((entry): Stood[] =>
    entry.delay?.cause === "weather"
      ? [{ entry, hours: entry.delay.hours, critical: entry.delay.critical }]
      : [],
  );
  const mostOf = (some: readonly Stood[]) =>
    Math.max(
      0,
      ...Map.groupBy(some, ({ entry }) => entry.company)
        .values()
        .map((mine) =>
          Math.min(
            24,
            mine.reduce((sum, { hours }) => sum + hours, 0),
          ),
        ),
    );
  const hoursLost = mostOf(stood);
  const criticalHours = mostOf(stood.filter(({ critical }) => critical));
  const enough = threshold.hoursLost ?? Number.MIN_VALUE;
  const whyNot =
    passed.length === 0
      ? reading || seen
        ? "within"
        : "no-weather"
      : hoursLost === 0
        ? "no-loss"
        : criticalHours === 0
          ? "not-critical"
          : criticalHours < enough
            ? "too-short"
            : null;
  const notKnown = said ? openOf(threshold, said) : [];
  return {
    date,
    reading,
    seen,
    isBySight: !reading,
    passed,
    notKnown,
    stood,
    hoursLost,
    criticalHours,
    counts: whyNot === null,
    whyNot,
  };
}

function monthsOf(days: readonly AdverseDay[], { anticipated }: Plan, from: string, to: string): MonthSum[] {
  const last = Temporal.PlainYearMonth.from(to.slice(0, 7));
  const months: MonthSum[] = [];
  for (
    let month = Temporal.PlainYearMonth.from(from.slice(0, 7));
    Temporal.PlainYearMonth.compare(month, last) <= 0;
    month = month.add({ months: 1 })
  ) {
    const name = month.toString();
    const mine = days.filter(({ date }) => date.startsWith(name));
    const lost = mine.filter(({ counts }) => counts).length;
    const expected = anticipated[month.month] ?? 0;
    months.push({
      month: name,
      anticipated: expected,
      adverse: mine.filter(({ passed }) => passed.length > 0).length,
      lost,
      beyond: Math.max(0, lost - expected),
      isPart: `${name}-01` < from || month.toPlainDate({ day: month.daysInMonth }).toString() > to,
    });
  }
  return months;
}
