import { isDoing, type WhatIf } from "./what-if.ts";

/** When somebody starts, as it was asked for. */
export interface Start {
  readonly at: Temporal.Instant;
  /** As the fields have them. */
  readonly date: string;
  readonly time: string;
  /** What is wrong with what was typed; the moment is now then. */
  readonly error: string | null;
}

/** Nobody plans further ahead, and the zones' rules are not known either. */
const FURTHEST_YEARS = 10;

/** The moment that an address names, by the wall clock of a zone; now where it names none. */
export function readStart(query: URLSearchParams, now: Temporal.Instant, zone: string): Start {
  const here = now.toZonedDateTimeISO(zone);
  const date = query.get("date") || here.toPlainDate().toString();
  const time = query.get("time") || here.toPlainTime().toString({ smallestUnit: "minute" });
  const refuse = (error: string): Start => ({ at: now, date, time, error });
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}(?::\d{2})?$/.test(time))
    return refuse("Please give a day and a time, such as 2027-03-31 and 9:00.");
  try {
    const at = Temporal.PlainDate.from(date, { overflow: "reject" }).toZonedDateTime({
      timeZone: zone,
      plainTime: Temporal.PlainTime.from(time, { overflow: "reject" }),
    });
    if (Math.abs(at.year - here.year) > FURTHEST_YEARS)
      return refuse("Please choose a day of the next ten years.");
    // The minute that it is now is this moment: what goes at once goes now.
    return { at: at.toInstant(), date, time, error: null };
  } catch {
    return refuse("There is no such day or time.");
  }
}

/** What they do and after which step, as an address names it; null where they stay silent. */
export function readWhatIf(query: URLSearchParams, steps: number): WhatIf | null {
  const what = query.get("if");
  const typed = query.get("after") ?? "";
  const after = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  return isDoing(what) ? { what, after: Math.min(after, steps - 1) } : null;
}
