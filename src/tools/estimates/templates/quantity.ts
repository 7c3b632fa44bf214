import { MOST_QUANTITY, ONE } from "#platform/money/amounts.ts";
import type { Formula } from "./scope-schema.ts";

/** Measures of a scope by id, in thousandths. */
export type Answers = Readonly<Record<string, number>>;

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
