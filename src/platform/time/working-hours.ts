import { isFederalHoliday } from "./holidays.ts";
import { type Calendar, type Span, weekOf } from "./hours.ts";

/** The owner's sending hours: Monday to Sunday, `HH:MM`; null for a day without sending. */
export type SendWindow = readonly ({ readonly from: string; readonly to: string } | null)[];

/** Default zone of a business; creating a personal page asks for it. */
const NO_ZONE = "UTC";

const WORKING_DAY = { from: "09:00", to: "17:00" };
export const WORKING_WEEK: SendWindow = [
  WORKING_DAY,
  WORKING_DAY,
  WORKING_DAY,
  WORKING_DAY,
  WORKING_DAY,
  null,
  null,
];

const UNITED_STATES =
  /^(?:America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Nome|Yakutat|Metlakatla|Adak|Indiana\/\w+|Kentucky\/\w+|North_Dakota\/\w+)|Pacific\/Honolulu)$/;

/**
 * The sending hours of a business: its owner's, by default 9:00 to 17:00, Monday to Friday; never on a
 * federal holiday in a United States zone. Assumes that clients live in the business's zone.
 */
export function calendarOf(business: {
  readonly zone: string | null;
  readonly sendWindow?: SendWindow | null;
}): Calendar {
  const zone = business.zone ?? NO_ZONE;
  const days = business.sendWindow ?? WORKING_WEEK;
  const week = weekOf((day) => spanOf(days[day] ?? null));
  return {
    zones: [{ zone, hours: { week, ...(UNITED_STATES.test(zone) && { isClosed: isFederalHoliday }) } }],
  };
}

function spanOf(day: SendWindow[number]): Span | null {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return day && { opens: minutes(day.from), closes: minutes(day.to) };
}
