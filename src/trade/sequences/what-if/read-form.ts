import { isAction, type WhatIf } from "./what-if.ts";

export interface Start {
  readonly at: Temporal.Instant;
  /** As entered. */
  readonly date: string;
  readonly time: string;
  /** `at` is then now. */
  readonly error: string | null;
}

/** Zone rules further ahead are unknown. */
const FURTHEST_YEARS = 10;

/** Parses the URL's start time, in a zone's wall clock; now if there is none. */
export function readStart(query: URLSearchParams, now: Temporal.Instant, zone: string): Start {
  const here = now.toZonedDateTimeISO(zone);
  const date = query.get("date") || here.toPlainDate().toString();
  const time = query.get("time") || here.toPlainTime().toString({ smallestUnit: "minute" });
  const refuse = (error: string): Start => ({ at: now, date, time, error });
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}(?::\d{2})?$/.test(time))
    return refuse("Enter a date and time, such as 2027-03-31 and 9:00.");
  try {
    const at = Temporal.PlainDate.from(date, { overflow: "reject" }).toZonedDateTime({
      timeZone: zone,
      plainTime: Temporal.PlainTime.from(time, { overflow: "reject" }),
    });
    if (Math.abs(at.year - here.year) > FURTHEST_YEARS) return refuse("Pick a date within ten years.");
    // The current minute means now.
    return { at: at.toInstant(), date, time, error: null };
  } catch {
    return refuse("That date or time doesn’t exist.");
  }
}

/** Parses the URL's action of the lead and the step it follows; null if there is none. */
export function readWhatIf(query: URLSearchParams, steps: number): WhatIf | null {
  const what = query.get("if");
  const typed = query.get("after") ?? "";
  const after = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  return isAction(what) ? { what, after: Math.min(after, steps - 1) } : null;
}
