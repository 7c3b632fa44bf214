import type { Units } from "#platform/measures/units.ts";
import { type Field, read } from "./fields.ts";
import { type Given, type Result, Sheet } from "./sheet.ts";

export interface Calculator {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly Field[];
  /** Reads the fields of a sheet and writes its steps and results there. */
  formula(sheet: Sheet): void;
}

export interface Worked {
  readonly reads: Readonly<Record<string, ReturnType<typeof read>>>;
  /** The formula with its numbers, a step at a time; empty until every needed field can be read. */
  readonly steps: readonly string[];
  readonly results: readonly Result[];
}

/** What the fields say as typed, and what follows from it. */
export function workOut(
  { fields, formula }: Pick<Calculator, "fields" | "formula">,
  typed: Readonly<Record<string, string>>,
  units: Units,
): Worked {
  const reads = Object.fromEntries(fields.map((one) => [one.name, read(one, typed[one.name] ?? "", units)]));
  const given: Record<string, Given> = {};
  for (const [name, one] of Object.entries(reads)) {
    if (!one || "error" in one) return { reads, steps: [], results: [] };
    given[name] = one;
  }
  const sheet = new Sheet(given, units);
  formula(sheet);
  return { reads, steps: sheet.steps, results: sheet.results };
}

/**
 * What the fields say at first: the defaults, and measures of the calculator before, so that a room is
 * measured once for drywall and paint.
 */
export const startOf = (
  { fields }: Calculator,
  units: Units,
  before?: Calculator,
  typed: Readonly<Record<string, string>> = {},
): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name, kind, start }) => {
      const same = before?.fields.find((one) => one.name === name && one.kind === kind && !one.start);
      return [name, start?.[units] ?? (same ? (typed[name] ?? "") : "")];
    }),
  );
