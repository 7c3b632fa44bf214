import { hoursField, type Read, readHours, WEEKDAYS } from "./hours.ts";
import type { OpeningHours } from "../schema.ts";

const WORKING_DAY = { from: "09:00", to: "17:00" };

/**
 * When follow-up goes out of a business that never chose: the planner of sequences has the same, and the
 * tests of both say which.
 */
export const WORKING_WEEK: OpeningHours = [
  WORKING_DAY,
  WORKING_DAY,
  WORKING_DAY,
  WORKING_DAY,
  WORKING_DAY,
  null,
  null,
];

/**
 * The hours in which anything may go out, whatever its owner wants: those of the federal law for calls and
 * texts, 47 CFR 64.1200(c)(1). Mail has no legal hours, but the day's heads-up goes out before it, and nobody
 * wants a contractor's mail at night.
 */
const EARLIEST = "08:00";
const LATEST = "21:00";

/**
 * The sending hours of a posted form. Null is the working week, which is also what a form says in which
 * nothing is filled in. A week in which nothing could ever go out is refused, as is an hour outside the legal
 * ones.
 */
export function readSendWindow(
  fields: Readonly<Record<string, string | undefined>>,
): Read<OpeningHours | null> {
  const { value, errors: wrong } = readHours(fields, "sending");
  if (!value) return { value, errors: wrong };
  const errors: Record<string, string> = { ...wrong };
  for (const [day, hours] of value.entries()) {
    const [from, to] = [hoursField(day, "from", "sending"), hoursField(day, "to", "sending")];
    if (!hours || errors[from] || errors[to]) continue;
    if (hours.from < EARLIEST)
      errors[from] = `Nothing goes out before 8 AM. Please start ${WEEKDAYS[day]} at 8 AM or later.`;
    else if (hours.to > LATEST)
      errors[to] = `Nothing goes out after 9 PM. Please end ${WEEKDAYS[day]} at 9 PM or earlier.`;
  }
  if (value.every((day) => day === null))
    errors[hoursField(0, "from", "sending")] =
      "With no day left, follow-up would never go out. Please give the hours of at least one day.";
  return { value: JSON.stringify(value) === JSON.stringify(WORKING_WEEK) ? null : value, errors };
}
