import { dayWords, formatHour } from "#platform/time/format.ts";

/** Per page; 0 for none. */
export const PHOTO_CHOICES = [
  { value: "0", label: "No photos" },
  { value: "2", label: "Two per page, large" },
  { value: "4", label: "Four per page" },
  { value: "6", label: "Six per page, small" },
] as const;

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

/** Email programs and phones can't open larger documents. */
export const MOST_PHOTOS = 500;
/** Per account, without ended ones. */
export const MOST_SCHEDULES = 200;
/** Per account. */
export const MOST_WAITING = 50;

export interface Turn {
  readonly every: Every;
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  /** 0 to 23, in the time zone. */
  readonly hour: number;
  /** IANA zone. */
  readonly zone: string;
}

/**
 * The first due time after a moment. When clocks change, a skipped hour is due after the gap, a repeated one
 * only once.
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

/** `Every Friday at 5 PM`. */
export const formatTurn = ({ every, weekday, hour }: Turn): string =>
  `Every ${every === "day" ? "day" : WEEKDAYS[weekday - 1]} at ${formatHour(hour)}`;

/** `Nov 16 – Nov 22, 2026`, or a single day. */
export function formatPeriod(from: string, to: string): string {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  if (first.equals(last)) return dayWords(first);
  if (first.year !== last.year) return `${dayWords(first)} – ${dayWords(last)}`;
  return `${first.toLocaleString("en-US", { month: "short", day: "numeric" })} – ${dayWords(last)}`;
}

export const formatCount = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/**
 * `3 entries and 2 photos`; of photos alone, `2 photos`.
 * @param noun of a list: `3 issues and 2 photos`
 */
export const formatContents = (entries: number, photos: number, noun?: string): string =>
  [
    ...(entries || !photos ? [formatCount(entries, noun ?? "entry", noun ? `${noun}s` : "entries")] : []),
    ...(photos ? [formatCount(photos, "photo", "photos")] : []),
  ].join(" and ");

/** 1, 2, 3, 7 is `1–3, 7`. @param numbers ascending */
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

/** Keeps letters of any script; characters that file systems refuse become hyphens. */
export function fileNameOf(jobName: string, from: string, to: string, what = "report"): string {
  const slug = (words: string) =>
    words
      .normalize("NFC")
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replaceAll(/^-+|-+$/g, "");
  const name = slug(jobName);
  return `${Array.from(name).slice(0, 60).join("") || "Job"}-${slug(what).toLowerCase()}-${from === to ? from : `${from}-to-${to}`}.pdf`;
}
