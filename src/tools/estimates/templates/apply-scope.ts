import type { Estimate, LineValue } from "../rules/estimate.ts";
import { ASSUMED, INCLUDED } from "../rules/terms.ts";
import { priceKey, type Prices } from "./known-prices.ts";
import { type Answers, quantityOf, unitOf } from "./quantity.ts";
import type { Scope } from "./scope-schema.ts";

const listed = (heading: string, items: readonly string[]): string =>
  [heading, ...items.map((item) => `• ${item}`)].join("\n");

/** What an estimate begins with. Lines without a known price need one. */
export type Begun = Pick<Estimate, "title" | "message" | "excluded" | "terms"> & {
  readonly lines: readonly LineValue[];
};

/** The estimate of a scope of work. A line of which nothing is needed is left out. */
export function applyScope(scope: Scope, answers: Answers, prices: Prices): Begun {
  const lines = scope.sections.flatMap(({ heading, lines: those }) =>
    those.flatMap(({ text, unit = "", quantity, isTaxable = false, isOptional = false }) => {
      const needed = quantityOf(quantity, answers);
      const price = prices.get(priceKey({ text, unit }));
      return needed === 0
        ? []
        : {
            ...{
              section: heading,
              text,
              unit: unitOf(unit, needed),
              quantity: needed,
              isTaxable,
              isOptional,
              option: 0,
            },
            ...(price ? { cents: price.cents, cost: price.cost } : { ...UNPRICED }),
          };
    }),
  );
  return {
    title: scope.title,
    lines: lines.map((line, at) => ({ place: at + 1, ...line })),
    message: listed(INCLUDED, scope.included),
    excluded: scope.excluded.map((item) => `• ${item}`).join("\n"),
    terms: listed(ASSUMED, scope.assumed),
  };
}

const UNPRICED = { cents: 0, cost: null, needsPrice: true } as const;
