import type { Shot } from "./photos.ts";

const formats = new Map<string, Intl.DateTimeFormat>();
function formatAt(at: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${zone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { timeZone: zone, ...options });
  formats.set(key, format);
  return format.format(at);
}

const yearOf = (at: number, zone: string): string => formatAt(at, zone, { year: "numeric" });

/** "Oct 20, 2019"; without the current year. @param today "2026-11-25" */
export const formatDay = (day: string, today: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
  });

/** "Oct 20, 2019, 6:34 PM"; without the current year. */
export function formatTaken({ at }: Pick<Shot, "at">, zone: string, now: number): string {
  const isThisYear = yearOf(at, zone) === yearOf(now, zone);
  return formatAt(at, zone, {
    ...(isThisYear ? {} : { year: "numeric" }),
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}

/** Null if the time is from the camera or this device. */
export function describeDoubt({ clock }: Pick<Shot, "clock">): string | null {
  if (clock === "zone") return "camera time, time zone assumed";
  return clock === "file" ? "the file’s date, no camera time" : null;
}

const MOST_LINES = 3;

/** Uncertain times and incomplete files. */
export function photoRemarks(
  shots: readonly Pick<Shot, "at" | "clock" | "incomplete">[],
  zone: string,
  now: number,
): string[] {
  const lines = shots.flatMap((shot, index) => {
    const name = shots.length === 1 ? "" : `Photo ${index + 1}: `;
    const doubt = describeDoubt(shot);
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
