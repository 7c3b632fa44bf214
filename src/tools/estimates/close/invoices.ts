import type { InvoiceLine } from "#platform/quickbooks/invoices.ts";
import type { Estimate } from "../rules/estimate.ts";
import { type Choice, chosenLines, firstChoice, lineCents, totalsOf } from "../rules/totals.ts";

const ITEM = "Services";

/**
 * What an approved estimate bills, line by line, with its discount and taxes. One line if its client never
 * saw prices of lines, or if the lines don’t add up to what was approved.
 * @param cents what was approved
 */
export function invoiceLines(
  estimate: Estimate,
  chosen: Choice | null,
  cents: number,
): readonly InvoiceLine[] {
  const choice = chosen ?? firstChoice(estimate);
  const totals = totalsOf(estimate, choice);
  if (!estimate.showsPrices || totals.total !== cents) return [{ item: ITEM, text: estimate.title, cents }];
  return [
    ...chosenLines(estimate, choice).map((line) => ({
      item: line.section || ITEM,
      text: line.unit ? `${line.text} (${line.unit})` : line.text,
      quantity: line.quantity,
      cents: lineCents(line),
    })),
    ...(totals.discount === 0 ? [] : [{ item: "Discount", text: "", cents: -totals.discount }]),
    ...totals.taxes.map(({ name, cents: tax }) => ({ item: name, text: "", cents: tax })),
  ];
}
