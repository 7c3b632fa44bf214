import type { InvoiceLine } from "#platform/quickbooks/invoices.ts";
import { CATEGORY_LABELS, type Change } from "../rules/change.ts";
import type { Terms } from "../rules/terms.ts";
import { totalsOf } from "../rules/totals.ts";

/**
 * What an approved change bills: a line per cost line with its markup, taxes, and what an allowance pays. If
 * the job’s terms changed since it was approved, it is one line.
 * @param cents what was approved: the lines add up to it
 */
export function invoiceLines(change: Change, terms: Terms, cents: number): readonly InvoiceLine[] {
  const totals = totalsOf(change, terms);
  if (totals.amount !== cents) return [{ item: "Change order", text: change.title, cents }];
  return [
    ...totals.lines.map(({ category, text, price, quantity }) => ({
      ...{ item: CATEGORY_LABELS[category], text, quantity, cents: price },
    })),
    ...totals.taxes.map(({ name, cents: tax }) => ({ item: name, text: "", cents: tax })),
    ...(totals.covered === 0
      ? []
      : [
          {
            item: "Allowance",
            text: terms.allowances.find(({ id }) => id === change.covered?.id)?.name ?? "",
            cents: -totals.covered,
          },
        ]),
  ];
}

/** Numbers of changes begin anew on each job, and an invoice has one of its own: "CO-001-9F3A2C". */
export const invoiceNumber = (co: string, jobId: string): string => `${co}-${jobId.slice(-6).toUpperCase()}`;
