import { formatTaxes } from "#trade/lines/public.ts";
import { formatPart } from "../rules/format.ts";
import type { Estimate } from "../rules/estimate.ts";

const LONGEST = 40;

/** The beginning of a text, on one line; "none" without one. */
export function textInShort(text: string): string {
  const [line = ""] = text.trim().split("\n");
  if (line === "") return "none";
  return line.length > LONGEST || text.trim().length > line.length
    ? `${line.slice(0, LONGEST).trimEnd()}…`
    : line;
}

/**
 * What the details of an estimate say, in one line: "Sales tax 8.25%, deposit 30%, valid until 2026-12-28".
 * @param currency ISO 4217
 */
export function detailsInShort({ taxes, discount, deposit, validUntil }: Estimate, currency: string): string {
  return [
    taxes.length > 0 ? formatTaxes(taxes) : "no tax",
    discount ? `discount ${formatPart(discount, currency)}` : "",
    deposit ? `deposit ${formatPart(deposit, currency)}` : "no deposit",
    validUntil
      ? `valid until ${new Date(`${validUntil}T12:00:00`).toLocaleDateString("en-US", { month: "short", day: "numeric" })}`
      : "",
  ]
    .filter(Boolean)
    .join(", ");
}
