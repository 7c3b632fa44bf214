import ICAL from "ical.js";

// ical.js counts a folded line without the space it begins with; RFC 5545 allows 75 bytes with it.
ICAL.foldLength = 74;

/** One event, as calendars show it. */
export interface CalendarEvent {
  /** The same for every version of the event, so that a change replaces it. */
  readonly uid: string;
  /** Counts changes. */
  readonly sequence: number;
  readonly isCanceled: boolean;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** When this version was made. */
  readonly stamp: Temporal.Instant;
  readonly title: string;
  readonly place?: string | undefined;
  readonly notes?: string | undefined;
  readonly url?: string | undefined;
  /** A reminder by the calendar itself. */
  readonly remindMinutes?: number | undefined;
}

const PRODUCT = "-//Plumbline//Visits//EN";

/** An email's attachment or a download: adds the event, changes it or removes it. */
export function writeEvent(event: CalendarEvent): string {
  const calendar = newCalendar();
  calendar.addPropertyWithValue("method", event.isCanceled ? "CANCEL" : "PUBLISH");
  calendar.addSubcomponent(componentOf(event));
  return `${calendar.toString()}\r\n`;
}

/** A calendar to subscribe to. @param name as calendars show it */
export function writeFeed(name: string, events: readonly CalendarEvent[]): string {
  const calendar = newCalendar();
  calendar.addPropertyWithValue("x-wr-calname", name);
  calendar.addPropertyWithValue("refresh-interval", ICAL.Duration.fromString("PT15M"));
  for (const event of events) calendar.addSubcomponent(componentOf(event));
  return `${calendar.toString()}\r\n`;
}

function newCalendar(): InstanceType<typeof ICAL.Component> {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", PRODUCT);
  calendar.addPropertyWithValue("calscale", "GREGORIAN");
  return calendar;
}

function componentOf(event: CalendarEvent): InstanceType<typeof ICAL.Component> {
  const component = new ICAL.Component("vevent");
  const add = (name: string, value: string | number | object | undefined) => {
    if (value !== undefined && value !== "") component.addPropertyWithValue(name, value);
  };
  add("uid", event.uid);
  add("sequence", event.sequence);
  add("status", event.isCanceled ? "CANCELLED" : "CONFIRMED");
  add("dtstamp", timeOf(event.stamp));
  add("dtstart", timeOf(event.start));
  add("dtend", timeOf(event.end));
  add("summary", oneLine(event.title));
  add("location", event.place && oneLine(event.place));
  add("description", event.notes);
  add("url", event.url);
  if (event.remindMinutes !== undefined && !event.isCanceled) {
    const alarm = new ICAL.Component("valarm");
    alarm.addPropertyWithValue("action", "DISPLAY");
    alarm.addPropertyWithValue("description", oneLine(event.title));
    alarm.addPropertyWithValue("trigger", ICAL.Duration.fromSeconds(-60 * event.remindMinutes));
    component.addSubcomponent(alarm);
  }
  return component;
}

const timeOf = (at: Temporal.Instant) => ICAL.Time.fromJSDate(new Date(at.epochMilliseconds), true);
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ", ").trim();
