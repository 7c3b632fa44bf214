import { lineCents } from "#trade/lines/public.ts";
import { portionOf, priceOf, shareOf } from "#platform/money/amounts.ts";
import type { Estimate, Line, Part } from "./estimate.ts";

/** What a client chose: one of the options, and optional lines. */
export interface Choice {
  /** From 1; 0 if the estimate has no options. */
  readonly option: number;
  /** Ids of optional lines that are included. */
  readonly extras: readonly string[];
}

/** All in cents. */
export interface Totals {
  readonly subtotal: number;
  /** Taken off the subtotal. */
  readonly discount: number;
  readonly taxes: readonly { readonly name: string; readonly rate: number; readonly cents: number }[];
  readonly total: number;
  readonly deposit: number;
  /** Along the way, and what is left for the end; empty if nothing is due along the way. */
  readonly payments: readonly { readonly name: string; readonly cents: number }[];
}

/** The first option without optional lines: what an estimate costs before its client chose. */
export const firstChoice = ({ options }: Pick<Estimate, "options">): Choice => ({
  option: options.length > 0 ? 1 : 0,
  extras: [],
});

export { lineCents };

/** Whether a line belongs to an option, or to every one. */
const isOfOption = (
  { option }: Pick<Line, "option">,
  { options }: Pick<Estimate, "options">,
  chosen: number,
): boolean => options.length === 0 || option === 0 || option > options.length || option === chosen;

/** The lines that a choice pays for. */
export const chosenLines = (estimate: Pick<Estimate, "lines" | "options">, choice: Choice): Line[] =>
  estimate.lines.filter(
    (line) =>
      isOfOption(line, estimate, choice.option) && (!line.isOptional || choice.extras.includes(line.id)),
  );

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

const amountOf = (part: Part | null, of: number): number =>
  part === null ? 0 : part.by === "cents" ? Math.min(part.cents, of) : shareOf(of, part.rate);

/**
 * What a choice costs. Each line is rounded to a cent. The discount is shared among the lines by their price,
 * so taxable lines are taxed on what is left of them; each tax is rounded once.
 * @param chosen null before the client chose: the first option without extras
 */
export function totalsOf(estimate: Estimate, chosen: Choice | null = null): Totals {
  const choice = chosen ?? firstChoice(estimate);
  const lines = chosenLines(estimate, choice);
  const subtotal = sum(lines.map(lineCents));
  const discount = amountOf(estimate.discount, subtotal);
  const taxable = sum(lines.filter(({ isTaxable }) => isTaxable).map(lineCents));
  const base = taxable - portionOf(discount, taxable, subtotal);
  const taxes = estimate.taxes.map(({ name, rate }) => ({ name, rate, cents: shareOf(base, rate) }));
  const total = subtotal - discount + sum(taxes.map(({ cents }) => cents));
  const deposit = amountOf(estimate.deposit, total);
  return { subtotal, discount, taxes, total, deposit, payments: paymentsOf(estimate, total, deposit) };
}

/** The last payment is what is left, so that all of them add up to the total. */
function paymentsOf({ payments }: Estimate, total: number, deposit: number): Totals["payments"] {
  if (payments.length === 0) return [];
  let left = total - deposit;
  const due = payments.map(({ name, part }) => {
    const cents = Math.min(amountOf(part, total), left);
    left -= cents;
    return { name, cents };
  });
  return [...due, { name: "When the work is done", cents: left }];
}

/** By how many cents the deposit and payments exceed the total; negative for what they leave. */
export function excessOf({ deposit, payments }: Estimate, total: number): number {
  const parts = [deposit, ...payments.map(({ part }) => part)].flatMap((part) => part ?? []);
  return sum(parts.map((part) => (part.by === "cents" ? part.cents : shareOf(total, part.rate)))) - total;
}

/** What we earn on a choice before overhead; null unless the cost of each of its lines is known. */
export function profitOf(
  estimate: Estimate,
  choice: Choice = firstChoice(estimate),
): { readonly cost: number; readonly profit: number } | null {
  const lines = chosenLines(estimate, choice);
  if (lines.length === 0 || lines.some(({ cost }) => cost === null)) return null;
  const { subtotal, discount } = totalsOf(estimate, choice);
  const cost = sum(lines.map((line) => priceOf(line.quantity, line.cost ?? 0)));
  return { cost, profit: subtotal - discount - cost };
}
