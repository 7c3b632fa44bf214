import type { Units } from "#platform/measures/units.ts";
import type { AdverseDay, Claim, Measure, PassedLimit } from "./adverse-days.ts";
import { formatHours } from "#trade/fieldwork/public.ts";
import { degrees, rain, snow, wind } from "#platform/measures/format.ts";
import type { Threshold } from "../plan/plan-rules.ts";

const FORMATS: Readonly<
  Record<Measure, { readonly name: string; format(value: number, units: Units): string }>
> = {
  rainMm: { name: "rain", format: rain },
  snowCm: { name: "snow", format: snow },
  windMs: { name: "wind", format: wind },
  gustMs: { name: "gusts", format: wind },
  lowC: { name: "low", format: degrees },
  highC: { name: "high", format: degrees },
};
const MEASURES = Object.keys(FORMATS) as Measure[];
const capitalize = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** `Rain 0.55 in (limit 0.49 in), gusts 44 mph (limit 40 mph)`; empty for none. */
export function formatPassed(passed: readonly PassedLimit[], units: Units): string {
  const parts = passed.map(({ measure, value, limit, isModelled }) => {
    const { name, format } = FORMATS[measure];
    return `${name} ${format(value, units)} (limit ${format(limit, units)}${isModelled ? ", modeled" : ""})`;
  });
  return capitalize(parts.join(", "));
}

/** `Rain of 0.49 in or more in a day`, one line for each limit of the plan. */
export function formatLimit(threshold: Threshold, units: Units): string[] {
  const words: Readonly<Record<Measure, (limit: string) => string>> = {
    rainMm: (limit) => `Rain of ${limit} or more in a day`,
    snowCm: (limit) => `Snow of ${limit} or more in a day`,
    windMs: (limit) => `Wind of ${limit} or more`,
    gustMs: (limit) => `Gusts of ${limit} or more`,
    lowC: (limit) => `A low of ${limit} or less`,
    highC: (limit) => `A high of ${limit} or more`,
  };
  return MEASURES.flatMap((measure) => {
    const limit = threshold[measure];
    return limit === null ? [] : [words[measure](FORMATS[measure].format(limit, units))];
  });
}

export const formatRule = ({ hoursLost }: Threshold): string =>
  `A day is lost when its weather reached a limit and the log shows ${hoursLost === null ? "time" : `${formatHours(hoursLost)} or more`} lost to weather on the critical path.`;

/** Why a day counts or doesn't. */
export function describeVerdict({ whyNot, criticalHours, notKnown, waiting }: AdverseDay): string {
  switch (whyNot) {
    case null:
      return "Day lost";
    case "no-weather":
      return "No: weather unknown";
    case "within":
      return `No: within the limits${notKnown.length > 0 ? `, ${notKnown.map((measure) => FORMATS[measure].name).join(" and ")} not known` : ""}`;
    case "no-loss":
      return waiting > 0 ? "No: lost time awaiting approval" : "No: no lost time in the log";
    case "not-critical":
      return "No: not on the critical path";
    case "too-short":
      return `No: only ${formatHours(criticalHours)} lost on the critical path`;
  }
}

/** Empty if no entry waits for approval. */
export const describeWaiting = (waiting: number): string =>
  waiting === 0
    ? ""
    : waiting === 1
      ? "1 guest entry is awaiting approval and isn’t counted."
      : `${waiting} guest entries are awaiting approval and aren’t counted.`;

export const formatDays = (days: number): string =>
  `${days.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${days === 1 ? "day" : "days"}`;

/** "November 2026". */
export const formatMonth = (month: string): string =>
  Temporal.PlainYearMonth.from(month)
    .toPlainDate({ day: 1 })
    .toLocaleString("en-US", { month: "long", year: "numeric" });

export function claimTotals({ months }: Claim): {
  anticipated: number;
  adverse: number;
  lost: number;
  beyond: number;
} {
  const sum = (of: "anticipated" | "adverse" | "lost" | "beyond") =>
    months.reduce((total, month) => total + month[of], 0);
  return {
    anticipated: sum("anticipated"),
    adverse: sum("adverse"),
    lost: sum("lost"),
    beyond: sum("beyond"),
  };
}
