import { daysUntil } from "../cards/card.ts";
import type { Sheet } from "./sheet.ts";
import { dayOrBlank } from "./facts.ts";

/** Days before a review on which people are reminded; negative ones are after it. */
export const REVIEW_MARKS = [30, 0, -30] as const;

/** The last day whose reviews are reminded of. @param today "2026-11-30" */
export const lastReviewDay = (today: string): string =>
  Temporal.PlainDate.from(today).add({ days: REVIEW_MARKS[0] }).toString();

/** "due in 12 days, Dec 12, 2026", "due today, …", "was due …"; "" if it isn’t soon. */
export function describeReview({ reviewOn }: Pick<Sheet, "reviewOn">, today: string): string {
  if (reviewOn === null || reviewOn > lastReviewDay(today)) return "";
  const [left, day] = [daysUntil(today, reviewOn), dayOrBlank(reviewOn)];
  if (left < 0) return `was due ${day}`;
  if (left === 0) return `due today, ${day}`;
  return `due in ${left === 1 ? "1 day" : `${left} days`}, ${day}`;
}
