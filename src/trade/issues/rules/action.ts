import { readNumber, type Values } from "#ground/sync/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { type Priority, PRIORITIES } from "./issue.ts";

/** How the business has safety actions done: by when, and what closing one needs. One record per account. */
export const ACTIONS = "issues.actions";
export const actionsId = (account: string): string => derivedId(ACTIONS, account);

/** The action that a failed item starts: the same one on every device that fails it. */
export const actionId = (answer: string): string => derivedId("issues.action", answer);

/** On safety actions, and on runs of safety lists, in lists over all jobs. */
export const SAFETY_TAG = "safety";

/** Days after the one on which an action was found, until the business sets its own. */
const USUAL_DAYS: Readonly<Record<Priority, number>> = { urgent: 0, high: 3, normal: 7, low: 14 };
export const MOST_DAYS = 365;

const readDays = (value: unknown, usual: number): number => {
  const days = readNumber(value);
  return days !== null && Number.isInteger(days) && days >= 0 && days <= MOST_DAYS ? days : usual;
};

/** Reads how actions are done. A device can write anything, so each value is checked. */
export const actionTermsOf = (values: Values) => ({
  days: Object.fromEntries(
    PRIORITIES.map((one) => [one, readDays(values[one], USUAL_DAYS[one])]),
  ) as Readonly<Record<Priority, number>>,
  needsPhoto: values["needsPhoto"] !== false,
  needsSecond: values["needsSecond"] !== false,
});
export type ActionTerms = ReturnType<typeof actionTermsOf>;

/** The date by which an action is due. @param from the day from which it counts, `2026-11-29` */
export const dueBy = (priority: Priority, { days }: Pick<ActionTerms, "days">, from: string): string =>
  Temporal.PlainDate.from(from).add({ days: days[priority] }).toString();

/** "urgent today, high in 3 days, normal in 7 days, low in 14 days" */
export const describeDays = ({ days }: Pick<ActionTerms, "days">): string =>
  PRIORITIES.toReversed()
    .map((one) => {
      const count = days[one];
      return `${one} ${count === 0 ? "today" : count === 1 ? "tomorrow" : `in ${count} days`}`;
    })
    .join(", ");
