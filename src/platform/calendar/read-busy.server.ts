import { setImmediate as turn } from "node:timers/promises";
import ICAL from "ical.js";

type Component = InstanceType<typeof ICAL.Component>;
type Time = InstanceType<typeof ICAL.Time>;

/** A stretch of time in epoch milliseconds: from the first until before the second. */
export type BusyStretch = readonly [from: number, until: number];

export interface BusyTimes {
  /** In order, without overlaps. */
  readonly stretches: readonly BusyStretch[];
  readonly events: number;
  /** False if there was more than could be read in time; what was read counts. */
  readonly isWhole: boolean;
}

export interface BusyOptions {
  /** Only what touches this stretch counts. */
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  /** For all-day events and times without a zone. */
  readonly zone: string;
  /** Events of ours, by the end of their UID; they don't make the owner busy. */
  readonly ownUid: string;
  /** How long to read at most. */
  readonly mostMs?: number;
}

const MOST_MS = 10_000;
const MOST_OCCURRENCES = 20_000;
const MOST_STRETCHES = 5_000;
const EVENTS_PER_TURN = 100;
const DAY = 24 * 60 * 60_000;

/**
 * When a calendar is busy: its events and their repetitions, without canceled ones and those shown as free.
 * Other work goes on between events, however many there are.
 * @throws Error if it is no calendar
 */
export async function readBusy(text: string, options: BusyOptions): Promise<BusyTimes> {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) throw new Error("not a calendar");
  const began = performance.now();
  const { mostMs = MOST_MS } = options;
  const root = zonesOf(text);
  const series = new Map<string, Component[]>();
  const found: BusyStretch[] = [];
  let events = 0;
  let isWhole = true;
  const isLate = () => performance.now() - began > mostMs;
  for (const part of eventsOf(text)) {
    if (++events % EVENTS_PER_TURN === 0) await turn();
    if (isLate()) {
      isWhole = false;
      break;
    }
    if (!mayMatter(part, options)) continue;
    const event = parsed(part);
    if (!event) continue;
    // A change of one repetition needs the others to be known.
    const uid = String(event.getFirstPropertyValue("uid") ?? events);
    if (event.hasProperty("rrule") || event.hasProperty("rdate") || event.hasProperty("recurrence-id"))
      series.set(uid, [...(series.get(uid) ?? []), event]);
    else addSingle(event, root, options, found);
  }
  let done = 0;
  for (const ofOne of series.values()) {
    if (++done % 20 === 0) await turn();
    if (isLate()) {
      isWhole = false;
      break;
    }
    addSeries(ofOne, root, options, found);
  }
  const stretches = merged(found);
  return {
    stretches: stretches.slice(0, MOST_STRETCHES),
    events,
    isWhole: isWhole && stretches.length <= MOST_STRETCHES,
  };
}

/** The text of each event, found without parsing what is around it. */
function* eventsOf(text: string): Generator<string> {
  const begins = /^BEGIN:VEVENT[ \t]*$/gim;
  const ends = /^END:VEVENT[ \t]*$/gim;
  for (let begin = begins.exec(text); begin; begin = begins.exec(text)) {
    ends.lastIndex = begin.index;
    const end = ends.exec(text);
    if (!end) return;
    yield text.slice(begin.index, end.index + end[0].length);
    begins.lastIndex = ends.lastIndex;
  }
}

/** A calendar with the file's own zones, for events that name one that isn't in the world's list. */
function zonesOf(text: string): Component {
  const root = new ICAL.Component("vcalendar");
  for (const [zone] of text.matchAll(/^BEGIN:VTIMEZONE[ \t]*$[\s\S]*?^END:VTIMEZONE[ \t]*$/gim)) {
    const component = parsed(zone);
    if (component) root.addSubcomponent(component);
  }
  return root;
}

function parsed(text: string): Component | undefined {
  try {
    return new ICAL.Component(ICAL.parse(text.replace(/\r?\n/g, "\r\n")) as unknown[]);
  } catch {
    // One broken event must not hide the others.
    return undefined;
  }
}

/** Leaves out, without parsing, most events of earlier years. */
function mayMatter(part: string, { from, until }: BusyOptions): boolean {
  if (/^(?:RRULE|RDATE|RECURRENCE-ID)\b/im.test(part)) return true;
  const day = (name: string) => {
    const [, year, month, date] =
      new RegExp(String.raw`^${name}(?:;[^:\r\n]*)?:(\d{4})(\d\d)(\d\d)`, "im").exec(part) ?? [];
    return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(date));
  };
  const start = day("DTSTART");
  if (start === undefined) return false;
  if (start > until.epochMilliseconds + 2 * DAY) return false;
  const end = day("DTEND");
  // Without an end there may be a long duration.
  return end === undefined
    ? /^DURATION\b/im.test(part) || start > from.epochMilliseconds - 3 * DAY
    : end > from.epochMilliseconds - 3 * DAY;
}

const isBusy = (event: Component): boolean =>
  !/^cancelled$/i.test(valueOf(event, "status")) &&
  !/^transparent$/i.test(valueOf(event, "transp")) &&
  !/^free$/i.test(valueOf(event, "x-microsoft-cdo-busystatus"));

const valueOf = (event: Component, name: string): string => {
  const value: unknown = event.getFirstPropertyValue(name);
  return typeof value === "string" ? value : "";
};

const isOurs = (event: Component, { ownUid }: BusyOptions) => valueOf(event, "uid").endsWith(ownUid);

function addSingle(event: Component, root: Component, options: BusyOptions, found: BusyStretch[]): void {
  if (!isBusy(event) || isOurs(event, options)) return;
  try {
    root.addSubcomponent(event);
    const { startDate, endDate } = new ICAL.Event(event);
    add(startDate, endDate, options, found);
  } catch {
    // An event without a usable date keeps nobody busy.
  } finally {
    root.removeSubcomponent(event);
  }
}

function addSeries(
  all: readonly Component[],
  root: Component,
  options: BusyOptions,
  found: BusyStretch[],
): void {
  const master = all.find((event) => !event.hasProperty("recurrence-id"));
  if (!master) {
    for (const one of all) addSingle(one, root, options, found);
    return;
  }
  if (isOurs(master, options)) return;
  try {
    for (const one of all) root.addSubcomponent(one);
    const exceptions = all.filter((event) => event !== master);
    const event = new ICAL.Event(master, { exceptions, strictExceptions: false });
    const repeats = event.iterator();
    for (let count = 0; count < MOST_OCCURRENCES; count++) {
      const next = repeats.next() as Time | undefined;
      if (!next) break;
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      if (instantOf(next, options.zone) > options.until.epochMilliseconds) break;
      if (isBusy(item.component)) add(startDate, endDate, options, found);
    }
  } catch {
    // A rule that can't be read keeps nobody busy.
  } finally {
    for (const one of all) root.removeSubcomponent(one);
  }
}

function add(start: Time, end: Time, { from, until, zone }: BusyOptions, found: BusyStretch[]): void {
  const stretch = [instantOf(start, zone), instantOf(end, zone)] as const;
  if (stretch[0] < stretch[1] && stretch[0] < until.epochMilliseconds && from.epochMilliseconds < stretch[1])
    found.push(stretch);
}

/** A moment of a calendar in epoch milliseconds. Days begin at midnight in the owner's zone. */
function instantOf(time: Time, zone: string): number {
  const { year, month, day, hour, minute, second, isDate } = time;
  const named = isDate ? zone : zoneNameOf(time);
  if (named === undefined) return time.toUnixTime() * 1000;
  return Temporal.PlainDateTime.from({
    year,
    month,
    day,
    ...(isDate ? {} : { hour, minute, second: Math.min(second, 59) }),
  }).toZonedDateTime(named || zone).epochMilliseconds;
}

/** The name of a time's zone in the world's list; empty for none, undefined for one of the file's own. */
function zoneNameOf(time: Time): string | undefined {
  const name =
    (time as { timezone?: string }).timezone || (time.zone as { tzid?: string } | null)?.tzid || "";
  if (name === "Z" || name === "UTC") return "UTC";
  if (name === "" || name === "floating") return "";
  if (isKnownZone(name)) return name;
  return (time.zone as { tzid?: string } | null)?.tzid === "floating" ? "" : undefined;
}

const known = new Map<string, boolean>();

function isKnownZone(name: string): boolean {
  let answer = known.get(name);
  if (answer === undefined) {
    try {
      answer = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
    } catch {
      answer = false;
    }
    if (known.size < 2_000) known.set(name, answer);
  }
  return answer;
}

function merged(found: readonly BusyStretch[]): BusyStretch[] {
  const all: [number, number][] = [];
  for (const [from, until] of found.toSorted((one, other) => one[0] - other[0])) {
    const last = all.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else all.push([from, until]);
  }
  return all;
}
