import { hoursField, type Read, readHours, WEEKDAYS } from "./hours.ts";
import type { OpeningHours } from "../schema.ts";

const WORKING_DAY = { from: "09:00", to: "17:00" };

/**
 * The sending hours of a business that never chose any. The planner in sequences has the same default; tests
 * on both sides check it.
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
 * The legal hours for calls and texts, 47 CFR 64.1200(c)(1). No law limits email, but the morning preview
 * goes out before it, and nobody wants a contractor's email at night.
 */
const LEGAL_START = "08:00";
const LEGAL_END = "21:00";

/**
 * Reads the sending hours of a form. Null means the working week, also when nothing is filled in. Refuses
 * hours outside the legal ones, and a week without any.
 */
export function readSendWindow(
  fields: Readonly<Record<string, string | undefined>>,
): Read<OpeningHours | null> {
  const { value, errors: readErrors } = readHours(fields, "sending");
  if (!value) return { value, errors: readErrors };
  const errors: Record<string, string> = { ...readErrors };
  for (const [day, hours] of value.entries()) {
    const [from, to] = [hoursField(day, "from", "sending"), hoursField(day, "to", "sending")];
    if (!hours || errors[from] || errors[to]) continue;
    if (hours.from < LEGAL_START)
      errors[from] = `Nothing goes out before 8 AM. Start ${WEEKDAYS[day]} at 8 AM or later.`;
    else if (hours.to > LEGAL_END)
      errors[to] = `Nothing goes out after 9 PM. End ${WEEKDAYS[day]} at 9 PM or earlier.`;
  }
  if (value.every((day) => day === null))
    errors[hoursField(0, "from", "sending")] =
      "With no days, follow-up would never go out. Set hours for at least one day.";
  return { value: JSON.stringify(value) === JSON.stringify(WORKING_WEEK) ? null : value, errors };
}
