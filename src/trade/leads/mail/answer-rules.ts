/** The facts that decide whether a lead may get a hand-written reply by email. */
export interface MailContact {
  /** Null for a person without one. */
  readonly email?: string | null;
  readonly suppressed: "bad_address" | "unsubscribed" | "complained" | null;
  readonly unsubscribedAt: Temporal.Instant | null;
  readonly bouncedAt: Temporal.Instant | null;
  readonly unconfirmedSince: Temporal.Instant | null;
  readonly wroteAt: Temporal.Instant | null;
  /** Whether they ever wrote, or the owner reported a reply. */
  readonly hasWritten: boolean;
}

/** Why a reply was not emailed; shown to the owner after `not sent:`. */
export const NO_ANSWER = {
  noEmail: "they have no email address on file",
  notWritten: "they haven’t written to you",
  unsubscribed: "they unsubscribed and haven’t written since",
  complained: "they marked an email as spam",
  badAddress: "their email address doesn’t work",
  unconfirmed: "they haven’t confirmed their address",
  suspended: "account suspended",
  gone: "the lead was deleted",
} as const;

/**
 * Why a lead must not get a reply by email; null if they may. A reply is not marketing: people who opted out
 * and then write still get one. A spam complaint rules it out.
 */
export function refusalToMail({
  email,
  suppressed,
  unsubscribedAt,
  bouncedAt,
  unconfirmedSince,
  wroteAt,
  hasWritten,
}: MailContact): string | null {
  const wroteSince = (at: Temporal.Instant | null) =>
    wroteAt !== null && at !== null && Temporal.Instant.compare(wroteAt, at) > 0;
  if (email === null) return NO_ANSWER.noEmail;
  if (suppressed === "complained") return NO_ANSWER.complained;
  if (suppressed === "unsubscribed" && !wroteSince(unsubscribedAt)) return NO_ANSWER.unsubscribed;
  if (suppressed === "bad_address" && !wroteSince(bouncedAt)) return NO_ANSWER.badAddress;
  // An email from them proves the address.
  if (unconfirmedSince && !wroteAt) return NO_ANSWER.unconfirmed;
  return hasWritten ? null : NO_ANSWER.notWritten;
}
