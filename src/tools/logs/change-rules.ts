import { type Approval, refuseMove, type Standing } from "#trade/fieldwork/public.ts";
import { type DayState, isClosed, LONGEST, type LogEntry, STATE_LABELS } from "./rules.ts";

export const MOST_PEOPLE = 1_000;
export const MOST_HOURS = 24;
/** Of an item, in its own unit. */
export const MOST_AMOUNT = 1e9;

/** How a day is submitted and approved. */
export const DAY_APPROVAL: Approval<DayState> = {
  moves: [
    {
      from: ["draft", "rejected"],
      to: "submitted",
      by: "author",
      label: "Submit log",
      isMain: true,
      done: "Submitted.",
    },
    { from: ["submitted"], to: "approved", by: "manager", label: "Approve", done: "Approved." },
    {
      from: ["submitted"],
      to: "rejected",
      by: "manager",
      label: "Send back",
      done: "Sent back.",
      reason: {
        label: "What’s missing or wrong",
        missing: "Say what’s missing so they can add it.",
        longest: LONGEST.why,
      },
    },
    { from: ["submitted"], to: "draft", by: "author", label: "Reopen the day", done: "Reopened." },
    {
      from: ["submitted", "approved"],
      to: "sealed",
      by: "manager",
      label: "Lock this day for good",
      done: "Locked.",
      question: {
        text: "Lock this day for good? Nothing in it can change after that, and this can’t be undone. Late entries and corrections can still be added next to it.",
        confirm: "Lock it for good",
      },
    },
    // No screen offers these. A device may send them if it did not know the day's state yet.
    { from: ["draft"], to: "sealed", by: "manager" },
    { from: ["approved"], to: "submitted", by: "manager" },
    { from: ["rejected"], to: "draft", by: "author" },
  ],
  stuck: {
    approved: "This day was approved. Add anything missing as a late entry.",
    sealed: "This day is locked. Add anything missing as a late entry.",
  },
  notManager: "Only owners and managers can approve and lock days.",
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
    return "This day is locked, so its company name can’t change. Enter it on another day.";
  if (isManager || !isClosed(from) || !isClosed(to)) return null;
  return "This day was submitted, so it can’t change. Enter the company’s name on another day, or have this one sent back.";
}

/** Null when an entry can be changed. */
export function refuseChange(state: DayState): string | null {
  if (!isClosed(state)) return null;
  return state === "sealed"
    ? "This day is locked, so its entries can’t change. Add a correction instead. We save both."
    : "This day was submitted, so its entries can’t change. Add a correction instead, or have the day sent back.";
}

/** Null when the date is allowed. @param today in the job's time zone */
export function refuseDate(date: string, today: string): string | null {
  // A device east of the job's time zone may be a day ahead.
  if (date > Temporal.PlainDate.from(today).add({ days: 1 }).toString())
    return "This day hasn’t happened yet.";
  return date < "2000-01-01" ? "This day is too far back." : null;
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
  if (date === null) return wrong("date", "Choose the day.");
  const dateProblem = refuseDate(date, today);
  if (dateProblem !== null) return wrong("date", dateProblem);
  // Refused, not cut off, so that its author can split it.
  if (entry.text.length > LONGEST.text)
    return wrong(
      "text",
      `${tooLong(entry.text, LONGEST.text)} Save part of it, and the rest as another entry.`,
    );
  if (crew) {
    if (!crew.company && !crew.trade) return wrong("crew", "Enter the company or trade.");
    if (!Number.isInteger(crew.count) || crew.count < 1 || crew.count > MOST_PEOPLE)
      return wrong("count", `Enter the number of people: 1 to ${MOST_PEOPLE.toLocaleString("en-US")}.`);
    if (crew.hours < 0 || crew.hours > MOST_HOURS) return wrong("hours", "Hours per person must be 0 to 24.");
  }
  if (delay && (delay.hours < 0 || delay.hours > MOST_HOURS))
    return wrong("hours", "Hours lost must be 0 to 24.");
  if (item && !item.what)
    return wrong("what", type === "visitor" ? "Enter who it was." : "Enter what it was.");
  if (item?.count !== null && item?.count !== undefined && item.count < 0)
    return wrong("count", "This can’t be negative.");
  if (item?.count !== null && item?.count !== undefined && item.count > MOST_AMOUNT)
    return wrong("count", "That number is too large.");
  return null;
}

const tooLong = (content: string, most: number): string =>
  `That’s ${content.length.toLocaleString("en-US")} characters. The limit is ${most.toLocaleString("en-US")}.`;
