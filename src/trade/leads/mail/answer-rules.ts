/** What decides whether somebody may be answered by mail. */
export interface MailContact {
  readonly suppressed: "bad_address" | "unsubscribed" | "complained" | null;
  readonly unsubscribedAt: Temporal.Instant | null;
  readonly bouncedAt: Temporal.Instant | null;
  readonly unconfirmedSince: Temporal.Instant | null;
  /** When they last wrote by mail. */
  readonly wroteAt: Temporal.Instant | null;
  /** Whether they ever wrote, in any way, or are known to have answered. */
  readonly hasWritten: boolean;
}

/** Why somebody is not answered by mail, in the words the owner reads after `not sent:`. */
export const NO_ANSWER = {
  notWritten: "they have not written to you",
  unsubscribed: "they unsubscribed and have not written since",
  complained: "they reported a mail as spam",
  badAddress: "their mail address does not work",
  unconfirmed: "they have not confirmed their address",
  suspended: "account suspended",
  gone: "the lead was deleted",
} as const;

/**
 * Why somebody may not be answered by mail; null where they may. An answer is no follow-up: whoever opted out
 * and then writes with a question gets an answer to it. A complaint outweighs that.
 */
export function refusalToMail({
  suppressed,
  unsubscribedAt,
  bouncedAt,
  unconfirmedSince,
  wroteAt,
  hasWritten,
}: MailContact): string | null {
  const wroteSince = (at: Temporal.Instant | null) =>
    wroteAt !== null && at !== null && Temporal.Instant.compare(wroteAt, at) > 0;
  if (suppressed === "complained") return NO_ANSWER.complained;
  if (suppressed === "unsubscribed" && !wroteSince(unsubscribedAt)) return NO_ANSWER.unsubscribed;
  if (suppressed === "bad_address" && !wroteSince(bouncedAt)) return NO_ANSWER.badAddress;
  // A mail from them shows whose the address is.
  if (unconfirmedSince && !wroteAt) return NO_ANSWER.unconfirmed;
  return hasWritten ? null : NO_ANSWER.notWritten;
}
