import { thousandthsInputValue } from "#platform/money/amounts.ts";
import { CATEGORY_LABELS, type Change } from "../rules/change.ts";
import type { Terms } from "../rules/terms.ts";
import { totalsOf } from "../rules/totals.ts";

/** What an approved change says to billing. */
export interface Billed {
  readonly customer: string;
  /** "CO-001". */
  readonly number: string;
  readonly change: Change;
  readonly terms: Terms;
  /** What was approved, in cents: the rows add up to it. */
  readonly cents: number;
}

export const BILLING_HEADINGS = ["Customer", "Item", "Description", "Quantity", "Rate", "Amount"] as const;

const money = (cents: number): string => (cents / 100).toFixed(2);

/**
 * Rows of an approved change for QuickBooks: one per cost line with its markup, tax, and what an allowance
 * pays. Quantity times rate is the amount, so a price that doesn't divide is one of quantity 1. If the job's
 * terms changed since it was approved, it is one row.
 */
export function billingRows({ customer, number, change, terms, cents }: Billed): string[][] {
  const totals = totalsOf(change, terms);
  const row = (item: string, text: string, amount: number, quantity = 1000) => {
    const rate = (amount * 1000) / quantity;
    const isExact = Number.isInteger(rate);
    return [
      ...[customer, item, [number, change.title, text].filter(Boolean).join(": ")],
      isExact ? thousandthsInputValue(quantity) : "1",
      ...[money(isExact ? rate : amount), money(amount)],
    ];
  };
  if (totals.amount !== cents) return [row("Change order", "", cents)];
  return [
    ...totals.lines.map(({ category, text, price, quantity }) =>
      row(CATEGORY_LABELS[category], text, price, quantity),
    ),
    ...totals.taxes.map(({ name, cents: tax }) => row(name, "", tax)),
    ...(totals.covered === 0
      ? []
      : [
          row(
            "Allowance",
            terms.allowances.find(({ id }) => id === change.covered?.id)?.name ?? "",
            -totals.covered,
          ),
        ]),
  ];
}
