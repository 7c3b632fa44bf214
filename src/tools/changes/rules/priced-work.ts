import type { PricedPiece, PricedWork, PricedWorkLine } from "#trade/fieldwork/public.ts";
import { quantityLine } from "#trade/lines/public.ts";
import { ONE, priceOf, shareOf } from "#platform/money/amounts.ts";
import { CHANGE, changeOf } from "./change.ts";
import { numberOf, standingOf, STATE_RULES } from "./states.ts";
import { TERMS, termsOf } from "./terms.ts";
import { type PricedLine, totalsOf } from "./totals.ts";

/**
 * A line of a change as an estimate has it: the markup is in the price. Where a unit price doesn't add up to
 * the same cent, it is a line of one, so that the client sees the price they saw on the change.
 */
function pricedLine(line: PricedLine, markup: number): PricedWorkLine {
  const { text, quantity, unit, isTaxable, cents, price, cost } = line;
  const each = cents + (line.isFixed ? 0 : shareOf(cents, markup));
  return priceOf(quantity, each) === price
    ? { text, quantity, unit, isTaxable, cents: each, cost: line.isFixed ? null : cents }
    : {
        text: `${text} (${quantityLine(line)})`,
        ...{ quantity: ONE, unit: "", isTaxable, cents: price, cost: line.isFixed ? null : cost },
      };
}

/** Changes of a job whose lines an estimate may take over. Credits and lines without a price stay behind. */
export const pricedChanges: PricedWork = {
  label: "Lines of a change",
  kinds: [CHANGE, TERMS],
  piecesOf(records) {
    const terms = termsOf(records.find(({ kind }) => kind === TERMS)?.values ?? {});
    return records.flatMap(({ id, kind, values }): PricedPiece[] => {
      if (kind !== CHANGE) return [];
      const [change, standing] = [changeOf(values), standingOf(values)];
      if (standing.state === "voided") return [];
      const known = totalsOf(change, terms).lines.filter(({ price, needsPrice }) => price > 0 && !needsPrice);
      const name = [numberOf(standing), change.title].filter(Boolean).join(" ");
      return [
        {
          id,
          label: `${name}, ${STATE_RULES[standing.state].label.toLowerCase()}`,
          lines: known.map((line) => pricedLine(line, terms.markups[line.category])),
          leftOut: change.lines.length - known.length,
        },
      ];
    });
  },
};
