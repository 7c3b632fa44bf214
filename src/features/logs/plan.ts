import type { FieldErrors } from "#platform/errors/app-error.ts";
import type { Units } from "#platform/measures/units.ts";
import type { Plan, Threshold } from "./weather-rules.ts";

/** A limit as people write it: in the units of their business, with two decimals at most. */
interface Limit {
  readonly name: keyof Threshold;
  readonly label: string;
  readonly unit: Readonly<Record<Units, string>>;
  /** From what records hold to what is written, and back. */
  shown(value: number, units: Units): number;
  kept(value: number, units: Units): number;
  /** What records may hold. */
  readonly least: number;
  readonly most: number;
}

const length = (perInch: number) => ({
  shown: (value: number, units: Units) => (units === "us" ? value / perInch : value),
  kept: (value: number, units: Units) => (units === "us" ? value * perInch : value),
});
const MPH = 2.236_936;
const speed = {
  shown: (value: number, units: Units) => value * (units === "us" ? MPH : 3.6),
  kept: (value: number, units: Units) => value / (units === "us" ? MPH : 3.6),
};
const degrees = {
  shown: (value: number, units: Units) => (units === "us" ? (value * 9) / 5 + 32 : value),
  kept: (value: number, units: Units) => (units === "us" ? ((value - 32) * 5) / 9 : value),
};
const asIs = { shown: (value: number) => value, kept: (value: number) => value };

/** What a log can be held to, in the order that it is asked. */
export const LIMITS: readonly Limit[] = [
  { name: "rainMm", label: "Rain in a day", unit: { us: "inches", metric: "mm" }, ...length(25.4), least: 0, most: 2_000 },
  { name: "snowCm", label: "Snow in a day", unit: { us: "inches", metric: "cm" }, ...length(2.54), least: 0, most: 1_000 },
  { name: "windMs", label: "Wind", unit: { us: "mph", metric: "km/h" }, ...speed, least: 0, most: 150 },
  { name: "gustMs", label: "Gusts", unit: { us: "mph", metric: "km/h" }, ...speed, least: 0, most: 150 },
  { name: "lowC", label: "A low of", unit: { us: "°F", metric: "°C" }, ...degrees, least: -90, most: 60 },
  { name: "highC", label: "A high of", unit: { us: "°F", metric: "°C" }, ...degrees, least: -90, most: 60 },
  { name: "hoursLost", label: "Hours lost that make a day", unit: { us: "hours", metric: "hours" }, ...asIs, least: 0, most: 24 },
];

const written = (value: number): string => String(Math.round(value * 100) / 100);
const monthField = (month: number): string => `days-${month}`;
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** What the form of a plan shows, by the names of its fields. */
export function planFields({ threshold, anticipated, remindAt }: Plan, units: Units): Record<string, string> {
  return Object.fromEntries([
    ...LIMITS.map(({ name, shown }) => [name, threshold[name] === null ? "" : written(shown(threshold[name], units))]),
    ...MONTHS.map((month) => [monthField(month), anticipated[month] ? written(anticipated[month]) : ""]),
    ["remindAt", remindAt === null ? "" : String(remindAt)],
  ]) as Record<string, string>;
}

/**
 * Reads the form of a plan. What was shown and not touched stays to the last digit.
 * @param before the plan that the form showed
 * @returns the plan, or for each field that can't be read what is wrong with it
 */
export function readPlan(
  form: Readonly<Record<string, string | undefined>>,
  before: Plan,
  units: Units,
): Plan | { readonly errors: FieldErrors } {
  const shown = planFields(before, units);
  const errors: Record<string, string> = {};
  /** Null for nothing; undefined where there is an error. */
  const read = (name: string, least: number, most: number, what: string): number | null => {
    const said = (form[name] ?? "").trim().replace(",", ".");
    if (said === "") return null;
    const value = Number(said);
    if (!Number.isFinite(value)) errors[name] = `Write ${what} as a number, such as 0.5. Leave it empty for none.`;
    else if (value < least || value > most) errors[name] = `Use ${written(least)} to ${written(most)}.`;
    return value;
  };
  const limits = LIMITS.map(({ name, unit, shown: show, kept, least, most }) => {
    if (form[name] !== undefined && form[name].trim() === shown[name]) return [name, before.threshold[name]];
    const value = read(name, show(least, units), show(most, units), unit[units]);
    // Rounding may reach over the edge of what a record takes.
    return [name, value === null ? null : Math.min(most, Math.max(least, Math.round(kept(value, units) * 1_000) / 1_000))];
  });
  const anticipated = Object.fromEntries(MONTHS.map((month) => [month, read(monthField(month), 0, 31, "days") ?? 0]));
  const hour = read("remindAt", 0, 23, "an hour");
  if (hour !== null && !Number.isInteger(hour)) errors["remindAt"] = "Choose an hour from the list.";
  if (Object.keys(errors).length > 0) return { errors };
  return { threshold: Object.fromEntries(limits) as unknown as Threshold, anticipated, remindAt: hour };
}
