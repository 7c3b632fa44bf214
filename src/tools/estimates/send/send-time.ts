/** How far ahead an estimate can be scheduled. */
const MOST_DAYS = 60;

/** When a business sends what it wrote in the evening. */
const MORNING = Temporal.PlainTime.from("08:00");

/** Tomorrow at 8:00 AM in a zone, as `<input type="datetime-local">` wants it. */
export const tomorrowMorning = (now: Temporal.Instant, zone: string): string =>
  now
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .add({ days: 1 })
    .toPlainDateTime(MORNING)
    .toString({ smallestUnit: "minute" });

/**
 * Reads the time that a form asks for.
 * @param typed "2026-11-29T08:00" on the clock of `zone`
 * @returns the instant, or what is wrong with it
 */
export function readSendAt(
  typed: string,
  zone: string,
  now: Temporal.Instant,
): { readonly at: Temporal.Instant } | { readonly fault: string } {
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(typed);
  const at = isTime ? instantOf(typed, zone) : null;
  if (!at) return { fault: "Choose a day and a time." };
  if (Temporal.Instant.compare(at, now) <= 0) return { fault: "That time has passed. Choose a later one." };
  return Temporal.Instant.compare(at, now.add({ hours: 24 * MOST_DAYS })) > 0
    ? { fault: `Choose a time in the next ${MOST_DAYS} days.` }
    : { at };
}

function instantOf(typed: string, zone: string): Temporal.Instant | null {
  try {
    return Temporal.PlainDateTime.from(typed).toZonedDateTime(zone).toInstant();
  } catch {
    return null;
  }
}

/** "Mountain Time"; null for a business that never set its zone. */
export const zoneInWords = (zone: string): string | null =>
  zone === "UTC"
    ? null
    : (new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" })
        .formatToParts()
        .find(({ type }) => type === "timeZoneName")?.value ?? null);
