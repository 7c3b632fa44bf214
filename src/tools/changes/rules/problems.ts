import { ONE } from "#platform/money/amounts.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { type Change, MOST_LINES } from "./change.ts";
import type { Terms } from "./terms.ts";
import { totalsOf } from "./totals.ts";

/** In place of a price that nobody has set: that is never the same as $0.00. */
export const NO_PRICE = "No price";
const NO_PRICE_YET = "Add a price. If it costs nothing, add a line with a cost of 0.";

/** Whether people set what it costs, which may be nothing. */
export const isPriced = ({ lines }: Pick<Change, "lines">): boolean =>
  lines.length > 0 && !lines.some(({ needsPrice }) => needsPrice);

/**
 * Why a change can't be sent yet; empty if it can. The device shows it, the server asks again.
 * @param today "2026-11-20" where the job is
 */
export function problemsOf(change: Change, terms: Terms, today: string): string[] {
  const { lines, covered, answerBy, description } = change;
  const found: string[] = [];
  const totals = totalsOf(change, terms);
  if (description === "") found.push("Describe the work, so your client knows what they approve.");
  if (lines.length === 0) found.push(NO_PRICE_YET);
  if (lines.length > MOST_LINES) found.push(`A change has ${MOST_LINES} lines at most. Split it into two.`);
  if (lines.some(({ text }) => text === "")) found.push("One line has no description.");
  if (lines.some(({ quantity }) => quantity === 0)) found.push("One line has no quantity.");
  const unpriced = lines.find(({ needsPrice }) => needsPrice);
  if (unpriced) found.push(`“${unpriced.text}” has no price yet.`);
  const uncounted = lines.find(({ quantity, unit }) => quantity !== ONE && unit === "");
  if (uncounted)
    found.push(`Say what the quantity of “${uncounted.text}” counts, such as hours or feet: its unit.`);
  if ([...totals.lines.map(({ price }) => price), totals.total].some((one) => Math.abs(one) > MOST_CENTS))
    found.push("That’s more than a billion. Check the quantities and costs.");
  if (covered && !terms.allowances.some(({ id }) => id === covered.id))
    found.push("The allowance was removed from the job. Choose another, or none.");
  else if (covered && covered.cents > Math.max(0, totals.total))
    found.push("The allowance can’t pay more than the change costs.");
  if (answerBy !== null && answerBy < today)
    found.push("The day to reply by has passed. Choose a later one.");
  return found;
}
