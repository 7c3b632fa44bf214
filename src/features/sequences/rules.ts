import type { Step } from "./planner.ts";

/** Why a step was not sent, in the words the owner reads after `not sent:`. */
export const NOT_SENT = {
  noPostalAddress: "no postal address",
  replied: "they replied",
  unsubscribed: "they unsubscribed",
  badAddress: "their mail address does not work",
  complained: "they reported it as spam",
  stopped: "stopped by you",
  withdrawn: "their import was taken back",
  suspended: "account suspended",
  held: "held by you",
  unusable: "the message could not be made from what is on file",
  late: "it came due while the system was down, and is too late now",
} as const;

/** The same for a suppressed address, by the reason of its suppression. */
export const SUPPRESSED = {
  unsubscribed: NOT_SENT.unsubscribed,
  bad_address: NOT_SENT.badAddress,
  complained: NOT_SENT.complained,
} as const;

/** How long past its time a follow-up may still go out. Later than this it would surprise more than help. */
export const LATE_AFTER = Temporal.Duration.from({ hours: 30 * 24 });

/** What is known about a lead at the moment of sending. */
export interface Standing {
  readonly postalAddress: string | null;
  readonly suppressed: keyof typeof SUPPRESSED | null;
  readonly replied: boolean;
  readonly stopped: boolean;
}

/** The reason why a step must not go out now, or null when it may. The first reason that ends the matter for good wins. */
export function reasonNotToSend(step: Step, due: Temporal.Instant, now: Temporal.Instant, standing: Standing): string | null {
  if (standing.suppressed) return SUPPRESSED[standing.suppressed];
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
