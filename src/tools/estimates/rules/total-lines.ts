import { formatAmount } from "#platform/money/money.ts";
import { formatRate } from "#platform/money/amounts.ts";
import type { Totals } from "./totals.ts";

/**
 * Amounts one below the other, from the subtotal to the last payment.
 * @param currency ISO 4217
 */
export function totalLines(
  { subtotal, discount, taxes, total, deposit, payments }: Totals,
  currency: string,
): { readonly name: string; readonly value: string; readonly isTotal: boolean }[] {
  const line = (name: string, cents: number, isTotal = false) => ({
    name,
    value: formatAmount(cents, currency),
    isTotal,
  });
  return [
    ...(discount > 0 || taxes.length > 0 ? [line("Subtotal", subtotal)] : []),
    ...(discount > 0 ? [line("Discount", -discount)] : []),
    ...taxes.map(({ name, rate, cents }) => line(`${name}, ${formatRate(rate)}`, cents)),
    line("Total", total, true),
    ...(deposit > 0 ? [line("Due when you approve", deposit)] : []),
    ...(deposit > 0 && deposit < total && payments.length === 0
      ? [line("Balance when the work is done", total - deposit)]
      : []),
    ...payments.filter(({ cents }) => cents > 0).map(({ name, cents }) => line(name, cents)),
  ];
}
