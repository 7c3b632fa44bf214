import type { Shot } from "./photos.ts";

const formats = new Map<string, Intl.DateTimeFormat>();
function formatted(at: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${zone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { timeZone: zone, ...options });
  formats.set(key, format);
  return format.format(at);
}

const yearOf = (at: number, zone: string): string => formatted(at, zone, { year: "numeric" });

/** The day of a moment in a zone, such as "2019-10-20". */
export const dayAt = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/** A day in words, with its year where that is not this one: "Oct 20, 2019". @param today "2026-11-25" */
export const formatDay = (day: string, today: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
  });

/**
 * When a photo was taken, in the job's zone, with its year where that is not this one: "Oct 20, 2019, 6:34
 * PM".
 */
export function formatTaken({ at }: Pick<Shot, "at">, zone: string, now: number): string {
  const isThisYear = yearOf(at, zone) === yearOf(now, zone);
  return formatted(at, zone, {
    ...(isThisYear ? {} : { year: "numeric" }),
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}

/** What is not certain about the time of a photo; null where its camera or this device's clock says it. */
export function doubtOf({ clock }: Pick<Shot, "clock">): string | null {
  if (clock === "zone") return "camera time, zone assumed";
  return clock === "file" ? "the file’s date, no camera time" : null;
}

const MOST_LINES = 3;

/** What stands below photos: which times are not certain, and which of them end early. */
export function photoRemarks(
  shots: readonly Pick<Shot, "at" | "clock" | "incomplete">[],
  zone: string,
  now: number,
): string[] {
  const lines = shots.flatMap((shot, index) => {
    const name = shots.length === 1 ? "" : `Photo ${index + 1}: `;
    const doubt = doubtOf(shot);
    return [
      ...(doubt ? [`${name}${formatTaken(shot, zone, now)} (${doubt})`] : []),
      ...(shot.incomplete ? [`${name}incomplete: the bottom is missing`] : []),
    ];
  });
  const shown = lines.slice(0, MOST_LINES);
  return lines.length > MOST_LINES
    ? [...shown, `and ${lines.length - MOST_LINES} more; open a photo for its time`]
    : shown;
}
