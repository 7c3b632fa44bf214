import { ONE } from "#platform/money/amounts.ts";
import {
  type Estimate,
  forReusableTexts,
  type Line,
  linesOf,
  type LineValue,
  MOST_QUANTITY,
} from "../rules/estimate.ts";
import type { Formula, Scope } from "./schema.ts";

/** Measures of a scope by id, in thousandths. */
export type Answers = Readonly<Record<string, number>>;

/** What a business asks for one unit, in cents. */
type Price = Pick<Line, "cents" | "cost">;
/** Prices of the business by `priceKey`. */
export type Prices = ReadonlyMap<string, Price>;

/** In thousandths. */
const STEPS = { exact: 1, half: 500, up: ONE } as const;

const thousandths = (number: number): bigint => BigInt(Math.round(number * ONE));

/**
 * What a line of a scope needs: (of × times + plus) ÷ per, rounded up; nothing of a measure that is 0.
 * @returns thousandths
 */
export function quantityOf(quantity: number | Formula, answers: Answers): number {
  if (typeof quantity === "number") return Number(thousandths(quantity));
  const { of, times = 1, plus = 0, per = 1, round = "exact" } = quantity;
  const measures = [of].flat().map((id) => BigInt(answers[id] ?? 0));
  if (measures.includes(0n)) return 0;
  const scale = BigInt(ONE) ** BigInt(measures.length);
  const above = measures.reduce((product, one) => product * one, 1n) * thousandths(times);
  const step = BigInt(STEPS[round]);
  const below = scale * thousandths(per) * step;
  const steps = ((above + thousandths(plus) * scale) * BigInt(ONE) + below - 1n) / below;
  return Math.min(Number(steps * step), MOST_QUANTITY);
}

const COUNTED = /^(?!each|lot|gal)[a-z]{3,}$/;

/** "step" of 1, "steps" of 6; "sq ft" of any. @param quantity in thousandths */
export const unitOf = (unit: string, quantity: number): string =>
  quantity === ONE || !COUNTED.test(unit) ? unit : unit.endsWith("x") ? `${unit}es` : `${unit}s`;

const priceKey = ({ text, unit }: Pick<Line, "text" | "unit">): string =>
  `${text.toLowerCase()}\n${unit.replace(/(?<=x)es$|s$/, "")}`;

/** The latest price of each line. @param estimates values of records, the latest first */
export function pricesIn(estimates: readonly Readonly<Record<string, unknown>>[]): Prices {
  const prices = new Map<string, Price>();
  for (const line of estimates.flatMap(linesOf))
    if (!line.needsPrice && !prices.has(priceKey(line))) prices.set(priceKey(line), line);
  return prices;
}

const REUSABLE = forReusableTexts(() => true);

const INCLUDED = "Included:";
const ASSUMED = "This price assumes:";

const listed = (heading: string, items: readonly string[]): string =>
  [heading, ...items.map((item) => `• ${item}`)].join("\n");

const paragraphsOf = (text: string, isWanted: (paragraph: string) => boolean): string =>
  text.split("\n\n").filter(isWanted).join("\n\n");

/** The business's own terms, without what a template added. */
export const ownTerms = (terms: string): string =>
  paragraphsOf(terms, (paragraph) => !paragraph.startsWith(ASSUMED));

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

/**
 * What an owner's own template has of an estimate: everything for the next client, and nothing about the last
 * one. @param values of the estimate's record @returns values of the template's record
 */
export function templateValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { message } = values;
  const list =
    typeof message === "string" ? paragraphsOf(message, (one) => one.startsWith(INCLUDED)) || null : null;
  return Object.fromEntries(
    Object.entries({ ...values, message: list }).filter(
      ([field, value]) =>
        value !== null &&
        value !== undefined &&
        (field.startsWith("lines.") || field === "options" || field in REUSABLE),
    ),
  );
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Whether each word that was typed begins a word of the text. */
export const isFound = (text: string, typed: string): boolean => {
  const words = wordsOf(text);
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)));
};

/** How many words two texts share. */
export const sharedWords = (one: string, other: string): number => {
  const words = new Set(wordsOf(other));
  return wordsOf(one).filter((word) => word.length > 2 && words.has(word)).length;
};
