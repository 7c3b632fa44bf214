export interface Backoff {
  /** Wait after the first attempt, in seconds; doubles with each further one. */
  readonly firstSeconds: number;
  readonly longestSeconds: number;
  /**
   * After this long without success a message has failed. Mail servers themselves try for two to five days.
   */
  readonly giveUpAfterHours: number;
}

export const BACKOFF: Backoff = { firstSeconds: 15, longestSeconds: 3600, giveUpAfterHours: 72 };

/**
 * The next time to try, or undefined after the last.
 * @param attempts number of attempts so far, at least 1
 * @param random from 0 up to 1; spreads messages that failed together over half the wait
 */
export function nextAttempt(
  now: Temporal.Instant,
  firstAttemptAt: Temporal.Instant,
  attempts: number,
  random: number,
  { firstSeconds, longestSeconds, giveUpAfterHours }: Backoff = BACKOFF,
): Temporal.Instant | undefined {
  const end = firstAttemptAt.add({ hours: giveUpAfterHours });
  if (Temporal.Instant.compare(now, end) >= 0) return undefined;
  const waitSeconds = Math.min(firstSeconds * 2 ** Math.min(attempts - 1, 30), longestSeconds);
  const next = now.add({ milliseconds: Math.round(waitSeconds * (0.75 + random / 2) * 1000) });
  // The last attempt is at the end, not an hour before it.
  return Temporal.Instant.compare(next, end) > 0 ? end : next;
}
