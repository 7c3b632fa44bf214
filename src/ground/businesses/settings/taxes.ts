import type { Read } from "./hours.ts";
import type { TaxRate } from "../schema.ts";

/** How many taxes a business can have. */
export const MOST_TAXES = 5;
const LONGEST_NAME = 40;

/** The field names of a tax, by its number. */
export const taxField = (row: number, part: "name" | "percent"): string => `tax-${row}-${part}`;

/**
 * Thousandths of a per cent of what somebody typed, such as `8.875` or `8,875 %`; undefined for anything
 * else, or more than 100.
 */
export function milliPercentOf(typed: string): number | undefined {
  const match = /^(\d{1,3})(?:[.,](\d{1,3}))?\s*%?$/.exec(typed.trim());
  if (!match) return undefined;
  const value = Number(match[1]) * 1000 + Number((match[2] ?? "").padEnd(3, "0"));
  return value <= 100_000 ? value : undefined;
}

/** A rate as people write it: `8.875`, `6`, `6.5`. */
export function formatPercent(milliPercent: number): string {
  const rest = String(milliPercent % 1000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return `${Math.floor(milliPercent / 1000)}${rest ? `.${rest}` : ""}`;
}

/** The taxes of a posted form. Rows with nothing in them are passed over. */
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
    else if (name.length > LONGEST_NAME)
      errors[taxField(row, "name")] = `Please keep the name under ${LONGEST_NAME} characters.`;
    else if (taxes.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      errors[taxField(row, "name")] = "There is a tax with this name above. Please give it another name.";
    if (milliPercent === undefined)
      errors[taxField(row, "percent")] =
        "Please give a rate between 0 and 100, with up to three decimals, such as 8.875.";
    else taxes.push({ name, milliPercent });
  }
  return { value: taxes, errors };
}
