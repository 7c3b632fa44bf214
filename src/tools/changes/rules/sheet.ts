import { formatTaxes, shownQuantity } from "#trade/lines/public.ts";
import { formatRate } from "#platform/money/amounts.ts";
import { formatAmount } from "#platform/money/money.ts";
import { dayWords } from "#platform/time/format.ts";
import { type Contract, movedDay } from "./contract.ts";
import { CATEGORY_LABELS, type Change, type CostLine, formatDays, REASON_LABELS } from "./change.ts";
import type { Terms } from "./terms.ts";
import { totalsOf } from "./totals.ts";

/** A name and what stands beside it, in words. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly isTotal?: true;
}

/**
 * A revision as its approvers see it: on their page, on paper, and for ever after. Amounts are in words, as
 * detailed as the owner chose, so nothing that it doesn't show can leak from it.
 */
export interface Sheet {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly description: string;
  readonly lines: readonly {
    readonly text: string;
    readonly category: string;
    readonly quantity: string;
    /** Empty if only the total is shown. */
    readonly amount: string;
  }[];
  /** From the lines to the total, and what the contract sum changes by. */
  readonly amounts: readonly Fact[];
  /** The contract before this change and after it. */
  readonly contract: readonly Fact[];
  /** Hashes of its photos, in their order. */
  readonly photos: readonly string[];
  /** What it changes the contract sum by, in cents. */
  readonly cents: number;
  readonly days: number;
  readonly answerBy: string | null;
}

const day = (of: string): string => dayWords(Temporal.PlainDate.from(of));

/** "Nov 28, 2026, 2:10 PM"; as it was typed for anything else. */
function formatSaid(at: string): string {
  try {
    const said = Temporal.PlainDateTime.from(at);
    return `${dayWords(said.toPlainDate())}, ${said.toLocaleString("en-US", { hour: "numeric", minute: "2-digit" }).replace("\u202f", " ")}`;
  } catch {
    return at;
  }
}

/** "Dana Hale, Nov 28, 2026, 2:10 PM, in the kitchen". */
export const formatDirected = ({ by, at, where }: NonNullable<Change["directed"]>): string =>
  [by, at ? formatSaid(at) : "", where].filter(Boolean).join(", ");

/** A signed amount: "+$1,250.00", "−$80.00". @param currency ISO 4217 */
export const formatChange = (cents: number, currency: string): string =>
  cents === 0
    ? formatAmount(0, currency)
    : `${cents > 0 ? "+" : "−"}${formatAmount(Math.abs(cents), currency)}`;

/**
 * Puts a change in the words of its revision.
 * @param of.contract before this change
 * @param of.allowanceLeft of the allowance that pays a part, before this change, in cents
 */
export function sheetOf(of: {
  readonly change: Change;
  readonly terms: Terms;
  readonly contract: Contract;
  readonly allowanceLeft: number | null;
  readonly photos: readonly string[];
  /** Signed tickets, in words. */
  readonly tickets?: readonly string[];
  /** ISO 4217. */
  readonly currency: string;
}): Sheet {
  const { change, terms, contract, currency } = of;
  const { shows, days } = change;
  const totals = totalsOf(change, terms);
  const money = (cents: number) => formatAmount(cents, currency);
  const fact = (name: string, value: string): Fact[] => (value === "" ? [] : [{ name, value }]);
  const isOpenBook = shows === "costs";
  return {
    title: change.title,
    description: change.description,
    facts: [
      ...fact("Reason", change.reason ? REASON_LABELS[change.reason] : ""),
      ...fact("Where", change.where),
      ...fact("Asked for by", change.askedBy),
      ...fact("Verbally asked for by", change.directed ? formatDirected(change.directed) : ""),
      ...fact("Signed tickets", (of.tickets ?? []).join("; ")),
    ],
    lines: totals.lines.map((line) => ({
      text: line.text,
      category: isOpenBook ? CATEGORY_LABELS[line.category] : "",
      // A number alone says nothing.
      quantity: line.unit === "" ? quantityOf(line) : shownQuantity(line),
      amount: shows === "total" ? "" : money(isOpenBook ? line.cost : line.price),
    })),
    amounts: [
      ...(isOpenBook
        ? totals.categories
            .filter(({ markup }) => markup !== 0)
            .flatMap(({ category, markup }) =>
              fact(
                `Markup on ${CATEGORY_LABELS[category].toLowerCase()}, ${formatRate(terms.markups[category])}`,
                money(markup),
              ),
            )
        : []),
      ...(totals.taxes.length > 0 ? fact("Subtotal", money(totals.subtotal)) : []),
      ...totals.taxes.flatMap((tax) => fact(formatTaxes([tax]), money(tax.cents))),
      { name: "Total of this change", value: money(totals.total), isTotal: true },
      ...coveredFacts(of, totals.covered),
      ...(totals.covered === 0
        ? []
        : [{ name: "Change to the contract sum", value: money(totals.amount), isTotal: true } as const]),
    ],
    contract: [
      ...contractFacts(contract, totals.amount, currency),
      ...fact("Change to the completion date", formatDays(days)),
      ...(contract.completion === null
        ? []
        : [
            ...fact("Completion before this change", day(contract.completion)),
            ...fact("Completion with this change", day(movedDay(contract.completion, days))),
          ]),
    ],
    photos: of.photos,
    ...{ cents: totals.amount, days, answerBy: change.answerBy },
  };
}

const quantityOf = ({ quantity, unit }: Pick<CostLine, "quantity" | "unit">): string => {
  const shown = shownQuantity({ quantity, unit });
  return shown === "" ? "" : `Quantity ${shown}`;
};

function coveredFacts(
  { change, terms, allowanceLeft, currency }: Parameters<typeof sheetOf>[0],
  covered: number,
): Fact[] {
  const allowance = terms.allowances.find(({ id }) => id === change.covered?.id);
  if (covered === 0 || !allowance || allowanceLeft === null) return [];
  return [
    { name: `Paid from “${allowance.name}”`, value: formatAmount(-covered, currency) },
    {
      name: `Left of “${allowance.name}” after that`,
      value: formatAmount(allowanceLeft - covered, currency),
    },
  ];
}

/** The fields that a change order has by custom: from the first contract sum to the new one. */
function contractFacts({ original, net, sum }: Contract, amount: number, currency: string): Fact[] {
  const money = (cents: number) => formatAmount(cents, currency);
  if (original === null || sum === null) return [];
  return [
    { name: "Original contract sum", value: money(original) },
    { name: "Changes approved before", value: formatChange(net, currency) },
    { name: "Contract sum before this change", value: money(sum) },
    { name: "This change", value: formatChange(amount, currency) },
    { name: "Contract sum with this change", value: money(sum + amount), isTotal: true },
  ];
}
