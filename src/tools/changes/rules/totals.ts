import { lineCents } from "#trade/lines/public.ts";
import { shareOf } from "#platform/money/amounts.ts";
import { CATEGORIES, type Category, type Change, type CostLine } from "./change.ts";
import type { Terms } from "./terms.ts";

/** A line with what it costs us and what the client pays for it, before tax. In cents. */
export interface PricedLine extends CostLine {
  readonly cost: number;
  readonly markup: number;
  readonly price: number;
}

/** All in cents; any may be negative. */
export interface Totals {
  readonly lines: readonly PricedLine[];
  /** Those with lines, in their usual order. */
  readonly categories: readonly {
    readonly category: Category;
    readonly cost: number;
    readonly markup: number;
  }[];
  readonly subtotal: number;
  readonly taxes: readonly { readonly name: string; readonly rate: number; readonly cents: number }[];
  /** What the change costs. */
  readonly total: number;
  /** What an allowance of the contract pays of it. */
  readonly covered: number;
  /** What it changes the contract sum by. */
  readonly amount: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

function priced(line: CostLine, { markups }: Terms): PricedLine {
  const cost = lineCents(line);
  const markup = line.isFixed ? 0 : shareOf(cost, markups[line.category]);
  return { ...line, cost, markup, price: cost + markup };
}

/** What hours of labor are worth with the job's markup on it, in cents; 0 without its cost of an hour. */
export function workCents(hours: number, { hourCents, markups }: Terms): number {
  const cost = Math.round(hours * (hourCents ?? 0));
  return cost + shareOf(cost, markups.labor);
}

/**
 * What a change costs. Each line and its markup is rounded to a cent, half away from zero, and a credit is
 * marked up like a cost: what is left out takes its markup with it. Each tax is rounded once.
 */
export function totalsOf(change: Pick<Change, "lines" | "covered">, terms: Terms): Totals {
  const lines = change.lines.map((line) => priced(line, terms));
  const subtotal = sum(lines.map(({ price }) => price));
  const taxable = lines.filter(({ isTaxable }) => isTaxable);
  const base = sum(taxable.map(({ price }) => price));
  const taxes = (taxable.length > 0 ? terms.taxes : []).map(({ name, rate }) => ({
    ...{ name, rate, cents: shareOf(base, rate) },
  }));
  const total = subtotal + sum(taxes.map(({ cents }) => cents));
  const covered = Math.min(change.covered?.cents ?? 0, Math.max(0, total));
  return {
    ...{ lines, subtotal, taxes, total, covered, amount: total - covered },
    categories: CATEGORIES.flatMap((category) => {
      const own = lines.filter((line) => line.category === category);
      return own.length === 0
        ? []
        : [
            {
              ...{ category, cost: sum(own.map(({ cost }) => cost)) },
              markup: sum(own.map(({ markup }) => markup)),
            },
          ];
    }),
  };
}
