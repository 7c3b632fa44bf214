import { dayWords } from "#platform/time/format.ts";

/** How many photos stand on a page; none for a report without. */
export const PHOTO_CHOICES = [
  { value: "0", label: "No photos" },
  { value: "2", label: "Two on a page, large" },
  { value: "4", label: "Four on a page" },
  { value: "6", label: "Six on a page, small" },
] as const;

/** The shape of a report that tells whatever happened. */
export const EVERYTHING = "all";

export type Every = "day" | "week";

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** The most photos in one report: more is no document that a mail program or a phone opens. */
export const MOST_PHOTOS = 500;
/** Schedules of an account that are not ended. */
export const MOST_SCHEDULES = 200;
/** Reports that wait to be made, of one account. */
export const MOST_WAITING = 50;
/** People that one sending goes to. */
export const MOST_RECIPIENTS = 10;
/** Mails with reports in a day, of one account: enough for every job, too few for spam. */
export const MOST_MAILS_A_DAY = 300;

/** When a schedule has its turn. */
export interface Turn {
  readonly every: Every;
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  /** 0 to 23, by the clocks of the zone. */
  readonly hour: number;
  /** IANA zone. */
  readonly zone: string;
}

/**
 * The first turn after a moment. By the clocks of the zone: on a day without that hour it comes right after
 * the gap, on a day that has it twice it comes the first time, and never twice.
 */
export function nextTurn({ every, weekday, hour, zone }: Turn, after: Temporal.Instant): Temporal.Instant {
  const today = after.toZonedDateTimeISO(zone).toPlainDate();
  for (let days = 0; ; days++) {
    const day = today.add({ days });
    if (every === "week" && day.dayOfWeek !== weekday) continue;
    const turn = day
      .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour }) })
      .toInstant();
    if (Temporal.Instant.compare(turn, after) > 0) return turn;
  }
}

/** An hour as people say it: `5 PM`. */
export const formatHour = (hour: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "AM" : "PM"}`;

/** When a schedule makes a report: `Every Friday at 5 PM`. */
export const formatTurn = ({ every, weekday, hour }: Turn): string =>
  `Every ${every === "day" ? "day" : WEEKDAYS[weekday - 1]} at ${formatHour(hour)}`;

/** Days that belong together: `Nov 16 – Nov 22, 2026`, or one of them. */
export function formatPeriod(from: string, to: string): string {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  if (first.equals(last)) return dayWords(first);
  if (first.year !== last.year) return `${dayWords(first)} – ${dayWords(last)}`;
  return `${first.toLocaleString("en-US", { month: "short", day: "numeric" })} – ${dayWords(last)}`;
}

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** Numbers as a person reads them: 1, 2, 3, 7 is `1–3, 7`. In growing order. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([first, last]) =>
      first === last ? `${first}` : last === first + 1 ? `${first}, ${last}` : `${first}–${last}`,
    )
    .join(", ");
}

/**
 * What a saved file is called, with what it is: letters of any script stay, what file systems refuse goes.
 */
export function fileNameOf(jobName: string, from: string, to: string, what = "report"): string {
  const named = (words: string) =>
    words
      .normalize("NFC")
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replaceAll(/^-+|-+$/g, "");
  const name = named(jobName);
  return `${Array.from(name).slice(0, 60).join("") || "Job"}-${named(what).toLowerCase()}-${from === to ? from : `${from}-to-${to}`}.pdf`;
}
