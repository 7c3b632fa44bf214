import type { ShapeAsk } from "#trade/jobs/public.server.ts";
import type { JobRecord, WrittenCommand } from "#ground/sync/public.server.ts";
import { dayWords, formatTime } from "#platform/time/format.ts";
import { dateAt, editorsOf, type Place, formatPlaceLine } from "#trade/fieldwork/public.ts";
import { type Day, dayOf, type DayState, type LogEntry, STATE_LABELS } from "../rules.ts";

// Remarks in reports: who wrote, when, when it arrived, and where.

export const moment = (at: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(at);

/**
 * `Nov 20, 2026, 6:02 PM`, in the job's time zone.
 * @param at milliseconds since 1970
 */
export const stamp = (at: number, zone: string): string =>
  `${dayWords(moment(at).toZonedDateTimeISO(zone).toPlainDate())}, ${formatTime(moment(at), zone)}`;

/** `Luis, changed by Dana`: the author, and others who wrote a current value. */
export function writersOf(
  { fields }: JobRecord,
  author: string | null,
  { nameOf }: Pick<ShapeAsk, "nameOf">,
): string {
  const others = editorsOf(fields, author).flatMap((one) => nameOf(one) || []);
  return [nameOf(author), others.length > 0 ? `changed by ${others.join(" and ")}` : ""]
    .filter(Boolean)
    .join(", ");
}

/**
 * Marks corrections, late entries, and entries that arrived on a later day: until then only the device's
 * clock vouches for their time.
 */
export function whenMarks(
  {
    corrects,
    isLate,
    first,
  }: Pick<LogEntry, "corrects"> & { readonly isLate: boolean; readonly first: WrittenCommand },
  date: string,
  zone: string,
): string[] {
  const written = dateAt(first.at, zone);
  const arrivedAt = first.receivedAt.epochMilliseconds;
  return [
    ...(corrects === null ? [] : ["correction"]),
    ...(isLate ? [`late, written ${stamp(first.at, zone)}`] : []),
    ...(dateAt(arrivedAt, zone) > (written > date ? written : date)
      ? [`arrived ${stamp(arrivedAt, zone)}`]
      : []),
  ];
}

/** `at 43.61501, -116.20231 ± 8 m`, if the report includes places. */
export const placeMark = (place: Place | null, { places }: Pick<ShapeAsk, "places">): string[] =>
  place && places ? [`at ${formatPlaceLine(place)}`] : [];

/** `at` in milliseconds since 1970. */
export interface Step {
  readonly is: DayState;
  readonly at: number;
  readonly author: string | null;
}

/** States in order of arrival; only the current one if the commands don't say. */
export function stepsOf({ fields, commands }: JobRecord): Step[] {
  const steps = commands.flatMap(({ sets, at, author }) => {
    const is = sets?.["state"] === undefined ? null : dayOf({ state: sets["state"] }).state;
    return is === null ? [] : [{ is, at, author }];
  });
  const shown = fields["state"]?.values[0];
  return steps.length > 0 || !shown
    ? steps
    : [{ is: dayOf({ state: shown.value }).state, at: shown.at, author: shown.author }];
}

/** `Submitted by Marcus, Nov 20, 2026, 5:04 PM. Approved by Lee, Nov 20, 2026, 6:02 PM.` */
export function stateLines(
  day: (Pick<Day, "state" | "why"> & { readonly steps: readonly Step[] }) | undefined,
  { zone, nameOf }: Pick<ShapeAsk, "zone" | "nameOf">,
): string[] {
  if (!day || day.state === "draft") return ["Open: not submitted yet."];
  const step = (is: DayState) => day.steps.findLast((one) => one.is === is);
  const order: Readonly<Record<Exclude<DayState, "draft">, readonly DayState[]>> = {
    submitted: ["submitted"],
    rejected: ["submitted", "rejected"],
    approved: ["submitted", "approved"],
    sealed: ["submitted", "approved", "sealed"],
  };
  const lines = order[day.state].flatMap((is) => {
    const one = step(is);
    if (!one) return [];
    const by = nameOf(one.author);
    return [`${STATE_LABELS[is]}${by ? ` by ${by}` : ""}, ${stamp(one.at, zone)}.`];
  });
  const why = day.state === "rejected" && day.why ? [`“${day.why}”`] : [];
  return [...(lines.length > 0 ? lines : [`${STATE_LABELS[day.state]}.`]), ...why];
}
