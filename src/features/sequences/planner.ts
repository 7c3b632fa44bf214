import { isFederalHoliday } from "./holidays.ts";
import { type Calendar, type Hours, nextOpen, type Span } from "./hours.ts";

export type { Calendar } from "./hours.ts";

/** How long a step waits after the one before it. */
export interface Delay {
  readonly amount: number;
  readonly unit: "minutes" | "hours" | "days";
}

/** One step of a sequence. The gift step sends what the page promised, at once; mail steps follow later. */
export type Step =
  | { readonly kind: "gift"; readonly subject: string; readonly body: string }
  | {
      readonly kind: "mail";
      readonly delay: Delay;
      readonly subject: string;
      readonly body: string;
      /** The words end with a signature of their own. */
      readonly signed?: true;
    };

/** The owner's sending hours: Monday to Sunday, `HH:MM`; null is a day on which nothing goes out. */
export type SendWindow = readonly ({ readonly from: string; readonly to: string } | null)[];

/** Where a business that never chose a zone is taken to be; making a personal page asks for it. */
const NO_ZONE = "UTC";

const WORKING_DAY = { from: "09:00", to: "17:00" };
const WORKING_WEEK: SendWindow = [WORKING_DAY, WORKING_DAY, WORKING_DAY, WORKING_DAY, WORKING_DAY, null, null];

const UNITED_STATES =
  /^(?:America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Nome|Yakutat|Metlakatla|Adak|Indiana\/\w+|Kentucky\/\w+|North_Dakota\/\w+)|Pacific\/Honolulu)$/;

/**
 * Mail that waits for days arrives in the hours its owner chose, from 9:00 to 17:00, Monday to Friday, unless they did; and on no federal
 * holiday in a zone of the United States. Its clients are taken to live where the business works.
 */
export function calendarOf(business: { readonly zone: string | null; readonly sendWindow?: SendWindow | null }): Calendar {
  const zone = business.zone ?? NO_ZONE;
  const week = (business.sendWindow ?? WORKING_WEEK).map(spanOf) as unknown as Hours["week"];
  return { zones: [{ zone, hours: { week, ...(UNITED_STATES.test(zone) && { isClosed: isFederalHoliday }) } }] };
}

function spanOf(day: SendWindow[number]): Span | null {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return day && { opens: minutes(day.from), closes: minutes(day.to) };
}

/**
 * When each step is due for somebody who starts at `startedAt`, each counted from the one before. Pure: the engine and previews ask the
 * same function.
 */
export function planSteps(steps: readonly Step[], startedAt: Temporal.Instant, calendar: Calendar): Temporal.Instant[] {
  let at = startedAt;
  return steps.map((step) => (at = dueAfter(step, at, calendar)));
}

/** When a step is due after the one before it went out. Clock changes resolve as the zone's own wall clocks do. */
export function dueAfter(step: Step, before: Temporal.Instant, calendar: Calendar): Temporal.Instant {
  if (step.kind === "gift") return before;
  const { amount, unit } = step.delay;
  // Minutes and hours are exact time; days are calendar days, which clock changes make shorter or longer.
  if (unit !== "days") return before.add({ [unit]: amount });
  return openFor(step, before.toZonedDateTimeISO(calendar.zones[0].zone).add({ days: amount }).toInstant(), calendar);
}

/**
 * When steps that were held are due once they go on: the first not in the past, each of the others at least as far from the one before
 * as it was planned. What was planned for later stays as it was, so holding and going on at once changes nothing.
 */
export function planAgain(
  held: readonly { readonly step: Step; readonly due: Temporal.Instant }[],
  now: Temporal.Instant,
  calendar: Calendar,
): Temporal.Instant[] {
  let before: Temporal.Instant | undefined;
  return held.map(({ step, due }) => {
    const earliest = before ? dueAfter(step, before, calendar) : openFor(step, now, calendar);
    return (before = Temporal.Instant.compare(due, earliest) > 0 ? due : earliest);
  });
}

/** The first moment, not before `at`, at which a step may go out. What waits for minutes or hours is expected, and goes at any hour. */
export function openFor(step: Step, at: Temporal.Instant, calendar: Calendar): Temporal.Instant {
  if (step.kind === "gift" || step.delay.unit !== "days") return at;
  // Sending hours that a business may choose open in every week of every zone.
  return nextOpen(at, calendar)!;
}
