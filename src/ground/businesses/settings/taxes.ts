import type { Read } from "./hours.ts";
import type { TaxRate } from "../schema.ts";

export const MOST_TAXES = 5;
const MAX_NAME_LENGTH = 40;

/** The name of a field, by row number. */
export const taxField = (row: number, part: "name" | "percent"): string => `tax-${row}-${part}`;

/**
 * Parses a percentage such as `8.875` or `8,875 %` to thousandths of a percent; undefined for anything else
 * or over 100.
 */
export function milliPercentOf(typed: string): number | undefined {
  const match = /^(\d{1,3})(?:[.,](\d{1,3}))?\s*%?$/.exec(typed.trim());
  if (!match) return undefined;
  const value = Number(match[1]) * 1000 + Number((match[2] ?? "").padEnd(3, "0"));
  return value <= 100_000 ? value : undefined;
}

/** Formats thousandths of a percent: `8.875`, `6`, `6.5`. */
export function formatPercent(milliPercent: number): string {
  const rest = String(milliPercent % 1000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return `${Math.floor(milliPercent / 1000)}${rest ? `.${rest}` : ""}`;
}

/** Reads the taxes of a form, ignoring empty rows. */
export function readTaxes(fields: Readonly<Record<string, string | undefined>>): Read<readonly TaxRate[]> {
  if (!Object.keys(fields).some((name) => name.startsWith("tax-"))) return { value: undefined, errors: {} };
  const errors: Record<string, string> = {};
  const taxes: TaxRate[] = [];
  for (let row = 0; row < MOST_TAXES; row++) {
    const name = (fields[taxField(row, "name")] ?? "").replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
    const typed = (fields[taxField(row, "percent")] ?? "").trim();
    if (name === "" && typed === "") continue;
    const milliPercent = milliPercentOf(typed);
    if (name === "")
      errors[taxField(row, "name")] = "What is this tax called on your estimates? For example: Sales tax.";
    else if (name.length > MAX_NAME_LENGTH)
      errors[taxField(row, "name")] = `Keep the name under ${MAX_NAME_LENGTH} characters.`;
    else if (taxes.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      errors[taxField(row, "name")] = "There’s already a tax with this name. Use a different name.";
    if (milliPercent === undefined)
      errors[taxField(row, "percent")] =
        "Enter a rate between 0 and 100 with up to three decimals, such as 8.875.";
    else taxes.push({ name, milliPercent });
  }
  return { value: taxes, errors };
}
