import type { FieldErrors } from "#platform/errors/app-error.ts";
import type { Units } from "#platform/measures/units.ts";
import {
  type MeasureField,
  DEGREES,
  RAIN,
  readMeasure,
  formatMeasure,
  WIND,
} from "#platform/measures/scales.ts";
import type { Observation } from "./rules.ts";

export const OBSERVED: readonly MeasureField<"tempC" | "rainMm" | "windMs">[] = [
  { name: "tempC", label: "Temperature", scale: DEGREES, least: -90, most: 60 },
  { name: "rainMm", label: "Rain that day", scale: RAIN, least: 0, most: 2_000 },
  { name: "windMs", label: "Wind", scale: WIND, least: 0, most: 150 },
];

export const observationFields = (seen: Observation | null, units: Units): Record<string, string> => ({
  words: seen?.words ?? "",
  ...Object.fromEntries(
    OBSERVED.map((one) => [one.name, formatMeasure(seen?.[one.name] ?? null, one, units)]),
  ),
});

/** @returns the observation without its time, or an error message per field */
export function readObservation(
  form: Readonly<Record<string, string>>,
  before: Observation | null,
  units: Units,
): Omit<Observation, "at"> | { readonly errors: FieldErrors } {
  const errors: Record<string, string> = {};
  const words = (form["words"] ?? "").trim();
  const read = OBSERVED.map((one) => {
    const parsed = readMeasure(form[one.name] ?? "", before?.[one.name] ?? null, one, units);
    if ("wrong" in parsed) errors[one.name] = parsed.wrong;
    return [one.name, "wrong" in parsed ? null : parsed.value] as const;
  });
  const seen = Object.fromEntries(read) as Record<(typeof OBSERVED)[number]["name"], number | null>;
  if (words === "" && Object.keys(errors).length === 0 && read.every(([, value]) => value === null))
    errors["words"] = "Describe it or enter a measurement.";
  return Object.keys(errors).length > 0 ? { errors } : { words, ...seen };
}
