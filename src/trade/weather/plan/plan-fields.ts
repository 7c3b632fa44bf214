import type { FieldErrors } from "#platform/errors/app-error.ts";
import type { Units } from "#platform/measures/units.ts";
import {
  type MeasureField,
  DEGREES,
  HOURS,
  RAIN,
  readMeasure,
  formatMeasure,
  SNOW,
  WIND,
  formatNumber,
} from "#platform/measures/scales.ts";
import { parseTypedNumber } from "#platform/measures/typed-number.ts";
import type { Plan, Threshold } from "./plan-rules.ts";

const LIMITS: readonly MeasureField<keyof Threshold>[] = [
  { name: "rainMm", label: "Rain in a day", scale: RAIN, least: 0, most: 2_000 },
  { name: "snowCm", label: "Snow in a day", scale: SNOW, least: 0, most: 1_000 },
  { name: "windMs", label: "Wind", scale: WIND, least: 0, most: 150 },
  { name: "gustMs", label: "Gusts", scale: WIND, least: 0, most: 150 },
  { name: "lowC", label: "A low of", scale: DEGREES, least: -90, most: 60 },
  { name: "highC", label: "A high of", scale: DEGREES, least: -90, most: 60 },
  { name: "hoursLost", label: "Hours lost that count as a day", scale: HOURS, least: 0, most: 24 },
];

/** Limits as a form asks for them: names of fields, and labels with their unit. */
export const limitFields = (units: Units): { name: string; label: string }[] =>
  LIMITS.map(({ name, label, scale }) => ({
    name,
    label: name === "hoursLost" ? label : `${label}, ${scale.unit[units]}`,
  }));

const monthField = (month: number): string => `days-${month}`;
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
const MOST_DAYS = 31;

/** Form values by field name. */
export function planFields({ threshold, anticipated, remindAt }: Plan, units: Units): Record<string, string> {
  return Object.fromEntries([
    ...LIMITS.map((limit) => [limit.name, formatMeasure(threshold[limit.name], limit, units)]),
    ...MONTHS.map((month) => [monthField(month), anticipated[month] ? formatNumber(anticipated[month]) : ""]),
    ["remindAt", remindAt === null ? "" : String(remindAt)],
  ]) as Record<string, string>;
}

/**
 * Parses the form of a plan. Unchanged limits keep their exact stored value.
 * @param before the plan the form showed
 * @returns the plan, or an error message per field
 */
export function readPlan(
  form: Readonly<Record<string, string | undefined>>,
  before: Plan,
  units: Units,
): Plan | { readonly errors: FieldErrors } {
  const errors: Record<string, string> = {};
  const threshold: { -readonly [name in keyof Threshold]: Threshold[name] } = { ...before.threshold };
  for (const limit of LIMITS) {
    const read = readMeasure(form[limit.name] ?? "", before.threshold[limit.name], limit, units);
    if ("wrong" in read) errors[limit.name] = read.wrong;
    else threshold[limit.name] = read.value;
  }
  const anticipated = Object.fromEntries(
    MONTHS.map((month) => {
      const days = parseTypedNumber(form[monthField(month)] ?? "") ?? 0;
      if (!(days >= 0 && days <= MOST_DAYS)) errors[monthField(month)] = `Use 0 to ${MOST_DAYS}.`;
      return [month, days];
    }),
  );
  const hour = form["remindAt"] ? Number(form["remindAt"]) : null;
  if (hour !== null && !(Number.isInteger(hour) && hour >= 0 && hour <= 23))
    errors["remindAt"] = "Choose an hour from the list.";
  if (Object.keys(errors).length > 0) return { errors };
  return { threshold, anticipated, remindAt: hour };
}
