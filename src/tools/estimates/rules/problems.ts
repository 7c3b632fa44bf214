import { MOST_CENTS } from "#platform/money/money.ts";
import { type Estimate, MOST_LINES } from "./estimate.ts";
import { type Choice, chosenLines, firstChoice, lineCents, excessOf, totalsOf } from "./totals.ts";

/** Why an estimate can't be sent, and the part of the form where to fix it. */
export interface Problem {
  readonly where: "lines" | "discount" | "deposit" | "payments" | "validUntil" | "options";
  readonly text: string;
}

/** Each option with all optional lines, and with none: the most and the least that a client can choose. */
export const choicesOf = (estimate: Estimate): Choice[] => {
  const extras = estimate.lines.flatMap(({ id, isOptional }) => (isOptional ? [id] : []));
  const options = estimate.options.length > 0 ? estimate.options.map((_, at) => at + 1) : [0];
  return options.flatMap((option) => [
    { option, extras: [] },
    { option, extras },
  ]);
};

/**
 * Why an estimate can't be sent yet; empty if it can. The device shows it, the server asks again.
 * @param today "2026-11-20" where the job is
 */
export function problemsOf(estimate: Estimate, today: string): Problem[] {
  const { lines, options, discount, deposit, payments, validUntil } = estimate;
  const found: Problem[] = [];
  const add = (where: Problem["where"], text: string) => found.push({ where, text });
  if (lines.length === 0) add("lines", "Add at least one line.");
  if (lines.length > MOST_LINES)
    add("lines", `An estimate has ${MOST_LINES} lines at most. Split it into two.`);
  const nameless = lines.find(({ text }) => text === "");
  if (nameless) add("lines", "One line has no description.");
  if (lines.some((line) => line.quantity === 0)) add("lines", "One line has no quantity.");
  const unpriced = lines.filter(({ needsPrice }) => needsPrice).length;
  if (unpriced > 0)
    add("lines", unpriced === 1 ? "One line needs a price." : `${unpriced} lines need a price.`);
  const totals = choicesOf(estimate).map((choice) => totalsOf(estimate, choice));
  if (lines.some((line) => lineCents(line) > MOST_CENTS) || totals.some(({ total }) => total > MOST_CENTS))
    add("lines", "That’s more than a billion. Check the quantities and prices.");
  const first = totalsOf(estimate, firstChoice(estimate));
  if (discount?.by === "cents" && discount.cents > first.subtotal && lines.length > 0)
    add("discount", "The discount is more than the subtotal.");
  if (deposit?.by === "cents" && deposit.cents > first.total && lines.length > 0)
    add("deposit", "The deposit is more than the total.");
  // Each payment may be rounded up.
  if (payments.length > 0 && lines.length > 0 && excessOf(estimate, first.total) > payments.length)
    add("payments", "The deposit and the payments are more than the total.");
  if (validUntil !== null && validUntil < today)
    add("validUntil", "The valid-until date has passed. Choose a later one.");
  for (const [at, name] of options.entries())
    if (
      chosenLines(
        { lines: lines.filter(({ option }) => option === at + 1), options },
        { option: at + 1, extras: [] },
      ).length === 0
    )
      add("options", `“${name}” has no lines of its own. Add one, or remove the option.`);
  if (options.length === 1) add("options", "One option isn’t a choice. Add another, or remove it.");
  return found;
}
