import { jobOf } from "#trade/jobs/public.server.ts";
import { type Fields, shownFields } from "#ground/sync/public.server.ts";
import { readDate } from "#ground/sync/public.ts";
import { type Plan, planOf, type Threshold } from "../plan/plan-rules.ts";
import { isHere, type Observation, type Reading, sortByPlace, weatherOf } from "../rules.ts";

// Computes days lost to weather beyond expected: the basis of a claim for more time.

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

export interface PassedLimit {
  readonly measure: Measure;
  readonly value: number;
  readonly limit: number;
  /** Whether a weather model filled in the value, because the station has none. */
  readonly isModelled: boolean;
}

/** An entry of a day's log, as far as a claim reads it. */
export interface LoggedWork {
  /** "2026-11-20". */
  readonly date: string | null;
  /** The id of the account or guest whose log has it. */
  readonly company: string;
  /** What a guest's entry waits for; null if it waits. */
  readonly approved: boolean | null;
  readonly delay: { readonly cause: string; readonly hours: number; readonly critical: boolean } | null;
}

export interface WeatherDelay<W extends LoggedWork> {
  readonly entry: W;
  readonly hours: number;
  readonly critical: boolean;
}

/** A day on which weather reached a limit or someone logged a weather delay. */
export interface AdverseDay<W extends LoggedWork = LoggedWork> {
  /** "2026-11-20". */
  readonly date: string;
  readonly reading: Reading | null;
  readonly seen: Observation | null;
  /** Whether there is only an observation, no reading. */
  readonly isBySight: boolean;
  readonly passed: readonly PassedLimit[];
  /** Measures with a limit but no known value. */
  readonly notKnown: readonly Measure[];
  readonly delays: readonly WeatherDelay<W>[];
  /** Unapproved weather delays of guests; they don't count. */
  readonly waiting: number;
  /** Of the company that lost the most: companies lose hours in parallel, so they aren't added up. */
  readonly hoursLost: number;
  /** Likewise, on the critical path. */
  readonly criticalHours: number;
  readonly counts: boolean;
  /** Null if it counts. */
  readonly whyNot: "no-weather" | "within" | "no-loss" | "not-critical" | "too-short" | null;
}

export interface MonthSum {
  /** "2026-11". */
  readonly month: string;
  /** For the whole month. */
  readonly anticipated: number;
  readonly adverse: number;
  readonly lost: number;
  readonly beyond: number;
  /** Whether the range covers only part of the month. */
  readonly isPart: boolean;
}

export interface Claim<W extends LoggedWork = LoggedWork> {
  readonly plan: Plan;
  /** Without a plan, usual limits apply and no lost days are expected. */
  readonly isDecided: boolean;
  readonly days: readonly AdverseDay<W>[];
  readonly months: readonly MonthSum[];
  /** Weekdays and days with a log, without known weather. */
  readonly unknown: readonly string[];
  /** Days with known weather, and the reading that counts. */
  readonly known: readonly {
    readonly date: string;
    readonly reading: Reading | null;
    readonly seen: Observation | null;
  }[];
}

interface ClaimRecord {
  readonly kind: string;
  readonly id: string;
  readonly fields: Fields;
}

/** @param values null where unknown */
export function passedLimits(
  threshold: Threshold,
  values: Pick<Reading, Measure | "modelled">,
): PassedLimit[] {
  return MEASURES.flatMap((measure): PassedLimit[] => {
    const [limit, value] = [threshold[measure], values[measure]];
    if (limit === null || value === null) return [];
    const isModelled = values.modelled.some((one) => one === measure);
    return (LOW.includes(measure) ? value <= limit : value >= limit)
      ? [{ measure, value, limit, isModelled }]
      : [];
  });
}

/** Above this low, snowfall is ruled out. */
const SNOW_BELOW_C = 4;

/** A station that reports wind but no gusts had none, and a warm day had no snow. */
function unknownMeasures(threshold: Threshold, weather: Pick<Reading, Measure>): Measure[] {
  const isKnown = (measure: Measure): boolean =>
    weather[measure] !== null ||
    (measure === "gustMs" && weather.windMs !== null) ||
    (measure === "snowCm" && weather.lowC !== null && weather.lowC > SNOW_BELOW_C);
  return MEASURES.filter((measure) => threshold[measure] !== null && !isKnown(measure));
}

const toReading = ({ rainMm, windMs, tempC }: Observation): Pick<Reading, Measure | "modelled"> => ({
  modelled: [],
  rainMm,
  snowCm: null,
  windMs,
  gustMs: null,
  lowC: tempC,
  highC: tempC,
});

/**
 * Computes what weather cost a job.
 * @param records of the job: itself, weather and plan; others are ignored
 * @param work entries of its logs, corrections applied
 * @param range.to the last day, inclusive
 * @param range.account the business; other companies' entries count once approved
 */
export function claimOf<W extends LoggedWork>(
  records: readonly ClaimRecord[],
  work: readonly W[],
  { from, to, account }: { readonly from: string; readonly to: string; readonly account: string },
): Claim<W> {
  const ofKind = (kind: string) => records.filter((one) => one.kind === kind);
  const plans = ofKind("logs.plan");
  const plan = planOf(shownFields(plans[0]?.fields ?? {}));
  const position = ofKind("jobs.job").flatMap(
    ({ id, fields }) => jobOf(id, shownFields(fields)).position ?? [],
  )[0];
  const isInRange = (date: string | null): date is string => date !== null && from <= date && date <= to;
  const weather = new Map(
    ofKind("logs.weather").flatMap(({ fields }) => {
      const values = shownFields(fields);
      const date = readDate(values["date"]);
      if (!isInRange(date)) return [];
      const { readings, manual } = weatherOf(values);
      const here = sortByPlace(readings, position ?? null).find((one) => isHere(one, position ?? null));
      return here || manual ? [[date, { date, reading: here ?? null, seen: manual }] as const] : [];
    }),
  );
  const entries = work.filter(({ date }) => isInRange(date));
  const logged = Map.groupBy(entries, ({ date }) => date!);
  const isApproved = ({ company, approved }: W): boolean => company === account || approved === true;
  const dates = new Set([...weather.keys(), ...logged.keys()]);
  const days = [...dates].toSorted().flatMap((date) => {
    const { approved = [], waiting = [] } = Object.groupBy(logged.get(date) ?? [], (entry) =>
      isApproved(entry) ? "approved" : "waiting",
    );
    const day = {
      ...adverseDay(date, weather.get(date), approved, plan.threshold),
      waiting: waiting.filter(({ delay }) => delay?.cause === "weather").length,
    };
    return day.passed.length > 0 || day.delays.length > 0 || day.waiting > 0 ? [day] : [];
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

function adverseDay<W extends LoggedWork>(
  date: string,
  found: { readonly reading: Reading | null; readonly seen: Observation | null } | undefined,
  entries: readonly W[],
  threshold: Threshold,
): Omit<AdverseDay<W>, "waiting"> {
  const { reading = null, seen = null } = found ?? {};
  const weather = reading ?? (seen && toReading(seen));
  const passed = weather ? passedLimits(threshold, weather) : [];
  const delays = entries.flatMap((entry): WeatherDelay<W>[] =>
    entry.delay?.cause === "weather"
      ? [{ entry, hours: entry.delay.hours, critical: entry.delay.critical }]
      : [],
  );
  const mostHours = (some: readonly WeatherDelay<W>[]) =>
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
  const hoursLost = mostHours(delays);
  const criticalHours = mostHours(delays.filter(({ critical }) => critical));
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
  const notKnown = weather ? unknownMeasures(threshold, weather) : [];
  return {
    date,
    reading,
    seen,
    isBySight: !reading,
    passed,
    notKnown,
    delays,
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
