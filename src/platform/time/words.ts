/** A moment as a person reads it in a zone, such as `Mon, Nov 23, 9:00 AM MST`. Made on the server: browsers differ in their spaces. */
function momentWords(at: Temporal.Instant, zone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  })
    .format(new Date(at.epochMilliseconds))
    .replaceAll("\u202f", " ");
}

/** A moment for both a person and a machine. */
export interface Moment {
  readonly words: string;
  readonly iso: string;
}

/** Both forms of a moment, ready for a `<time>`. */
export function moment(at: Temporal.Instant, zone: string): Moment {
  return { words: momentWords(at, zone), iso: at.toString() };
}
