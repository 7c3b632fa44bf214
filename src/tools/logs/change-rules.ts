import { type Approval, refuseMove, type Standing } from "#trade/fieldwork/public.ts";
import { type DayState, isClosed, LONGEST, type LogEntry, STATE_LABELS } from "./rules.ts";

export const MOST_PEOPLE = 1_000;
export const MOST_HOURS = 24;
/** Of an item, in its own unit. */
export const MOST_AMOUNT = 1e9;

/** How a day is handed in and approved. */
export const DAY_APPROVAL: Approval<DayState> = {
  moves: [
    {
      from: ["draft", "rejected"],
      to: "submitted",
      by: "author",
      label: "Hand in the day",
      isMain: true,
      done: "Handed in.",
    },
    { from: ["submitted"], to: "approved", by: "manager", label: "Approve", done: "Approved." },
    {
      from: ["submitted"],
      to: "rejected",
      by: "manager",
      label: "Send back",
      done: "Sent back.",
      reason: {
        label: "What is missing or wrong",
        missing: "Say what is missing, so that they can add it.",
        longest: LONGEST.why,
      },
    },
    { from: ["submitted"], to: "draft", by: "author", label: "Take it back", done: "Open again." },
    {
      from: ["submitted", "approved"],
      to: "sealed",
      by: "manager",
      label: "Seal this day",
      done: "Sealed.",
      question: {
        text: "Seal this day for good? After that, nothing in it can change, and you can’t undo this. Late entries and corrections are added next to it.",
        confirm: "Seal it for good",
      },
    },
    // No screen offers these. A device may send them when it learned late where the day stands.
    { from: ["draft"], to: "sealed", by: "manager" },
    { from: ["approved"], to: "submitted", by: "manager" },
    { from: ["rejected"], to: "draft", by: "author" },
  ],
  stuck: {
    approved: "This day was approved. What is missing can be added as a late entry.",
    sealed: "This day is sealed. What is missing can be added as a late entry.",
  },
  notManager: "Owners and managers approve and seal days.",
  notOwn: "This day belongs to another company.",
  noun: "A day",
  labels: STATE_LABELS,
};

/** Why a state can't be set; null when it can. Setting the same state is always allowed. */
export const refuseState = (from: DayState, to: DayState, standing: Standing): string | null =>
  refuseMove(DAY_APPROVAL, from, to, standing);

/** Null when the company name can be changed. @param to the state the same command sets */
export function refuseName(
  from: DayState,
  to: DayState,
  { isManager }: Pick<Standing, "isManager">,
): string | null {
  if (from === "sealed")
    return "This day is sealed, and so is whose it is. Give the company’s name on another day.";
  if (isManager || !isClosed(from) || !isClosed(to)) return null;
  return "This day was submitted, so it stays as it is. Give the company’s name on another day, or have this one sent back.";
}

/** Null when an entry can be changed. */
export function refuseChange(state: DayState): string | null {
  if (!isClosed(state)) return null;
  return state === "sealed"
    ? "This day is sealed, so its entries stay as they are. Add a correction instead: both are kept."
    : "This day was submitted, so its entries stay as they are. Add a correction instead, or have the day sent back.";
}

/** Null when the date is allowed. @param today in the job's time zone */
export function refuseDate(date: string, today: string): string | null {
  // A device east of the job's time zone may be a day ahead.
  if (date > Temporal.PlainDate.from(today).add({ days: 1 }).toString()) return "This day is still ahead.";
  return date < "2000-01-01" ? "This day is too long ago." : null;
}

/**
 * Null if nothing is wrong. Checked by the device before saving, and by the server.
 * @param today in the job's time zone
 */
export function refuseEntry(
  entry: Omit<LogEntry, "id">,
  today: string,
): { readonly field: string; readonly why: string } | null {
  const wrong = (field: string, why: string) => ({ field, why });
  const { date, crew, delay, item, type } = entry;
  if (date === null) return wrong("date", "Say which day it was.");
  const dateProblem = refuseDate(date, today);
  if (dateProblem !== null) return wrong("date", dateProblem);
  // Refused, not cut off, so that its author can split it.
  if (entry.text.length > LONGEST.text)
    return wrong(
      "text",
      `${tooLong(entry.text, LONGEST.text)} Save a part of it, and the rest as another entry.`,
    );
  if (crew) {
    if (!crew.company && !crew.trade) return wrong("crew", "Say which company or trade it was.");
    if (!Number.isInteger(crew.count) || crew.count < 1 || crew.count > MOST_PEOPLE)
      return wrong("count", `Count the people: 1 to ${MOST_PEOPLE.toLocaleString("en-US")}.`);
    if (crew.hours < 0 || crew.hours > MOST_HOURS)
      return wrong("hours", "Hours are 0 to 24 for one person and day.");
  }
  if (delay && (delay.hours < 0 || delay.hours > MOST_HOURS))
    return wrong("hours", "Hours lost are 0 to 24 for one day.");
  if (item && !item.what) return wrong("what", type === "visitor" ? "Say who it was." : "Say what it was.");
  if (item?.count !== null && item?.count !== undefined && item.count < 0)
    return wrong("count", "A count can’t be below nothing.");
  if (item?.count !== null && item?.count !== undefined && item.count > MOST_AMOUNT)
    return wrong("count", "This is more than can be counted here.");
  return null;
}

const tooLong = (content: string, most: number): string =>
  `This has ${content.length.toLocaleString("en-US")} characters, and ${most.toLocaleString("en-US")} fit.`;
