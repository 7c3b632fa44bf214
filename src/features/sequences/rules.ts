/** How long after the start a step is due. */
export interface Delay {
  readonly amount: number;
  readonly unit: "minutes" | "hours" | "days";
}

/** One step of a sequence. The gift step sends what the page promised, at once; mail steps follow later. */
export type Step =
  | { readonly kind: "gift"; readonly subject: string; readonly body: string }
  | { readonly kind: "mail"; readonly delay: Delay; readonly subject: string; readonly body: string };

/** Mail that waits for days arrives in working hours: from 9:00 to 17:00, Monday to Friday, in the business's zone. */
export const SEND_WINDOW = { opens: 9, closes: 17 } as const;

/** Why a step was not sent, in the words the owner reads after `not sent:`. */
export const NOT_SENT = {
  noPostalAddress: "no postal address",
  replied: "they replied",
  unsubscribed: "they unsubscribed",
  badAddress: "their mail address does not work",
  stopped: "stopped by you",
  unusable: "the message could not be made from what is on file",
  late: "it came due while the system was down, and is too late now",
} as const;

/** How long past its time a follow-up may still go out. Later than this it would surprise more than help. */
export const LATE_AFTER = Temporal.Duration.from({ hours: 30 * 24 });

const FIRST_WORKING_DAYS = 5;

/** Moves a moment forward to the next time the sending window is open. Clock changes resolve as the zone's own wall clocks do. */
export function nextInWindow(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  let candidate = at;
  if (candidate.hour < SEND_WINDOW.opens) candidate = opening(candidate);
  else if (candidate.hour >= SEND_WINDOW.closes) candidate = opening(candidate.add({ days: 1 }));
  while (candidate.dayOfWeek > FIRST_WORKING_DAYS) candidate = opening(candidate.add({ days: 1 }));
  return candidate;
}

function opening(day: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return day.withPlainTime({ hour: SEND_WINDOW.opens });
}

/** When a step is due for somebody who started at `startedAt`. Pure: previews and the engine ask the same function. */
export function dueAt(step: Step, startedAt: Temporal.Instant, zone: string): Temporal.Instant {
  if (step.kind === "gift") return startedAt;
  const start = startedAt.toZonedDateTimeISO(zone);
  const { amount, unit } = step.delay;
  // Minutes and hours are exact time; days are calendar days, which clock changes make shorter or longer.
  if (unit === "days") return nextInWindow(start.add({ days: amount })).toInstant();
  return startedAt.add({ [unit]: amount });
}

/** What is known about a lead at the moment of sending. */
export interface Standing {
  readonly postalAddress: string | null;
  readonly suppressed: "unsubscribed" | "bad_address" | null;
  readonly replied: boolean;
  readonly stopped: boolean;
}

/** The reason why a step must not go out now, or null when it may. The first reason that ends the matter for good wins. */
export function reasonNotToSend(step: Step, due: Temporal.Instant, now: Temporal.Instant, standing: Standing): string | null {
  if (standing.suppressed === "unsubscribed") return NOT_SENT.unsubscribed;
  if (standing.suppressed === "bad_address") return NOT_SENT.badAddress;
  if (step.kind === "mail" && standing.replied) return NOT_SENT.replied;
  if (standing.stopped) return NOT_SENT.stopped;
  if (!standing.postalAddress) return NOT_SENT.noPostalAddress;
  if (step.kind === "mail" && Temporal.Instant.compare(now, due.add(LATE_AFTER)) > 0) return NOT_SENT.late;
  return null;
}

/** Fills `{{first_name}}` and `{{business}}`. Text from people is a value here, never a template. */
export function fillPlaceholders(text: string, values: { firstName: string; business: string }): string {
  return text.replace(/\{\{(first_name|business)\}\}/g, (_, name: string) => (name === "first_name" ? values.firstName : values.business));
}

/** The first name to greet somebody with; a person who gave only one word is greeted with it. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
