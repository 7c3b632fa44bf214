/** Delay after each failed attempt; the last one repeats. */
const WAITS = [
  { seconds: 10 },
  { minutes: 1 },
  { minutes: 5 },
  { minutes: 30 },
  { hours: 2 },
  { hours: 6 },
  { hours: 12 },
] as const satisfies readonly Temporal.DurationLike[];

const GIVE_UP_AFTER = { hours: 72 } as const;

/**
 * When a delivery is tried again after a failed attempt; undefined after three days of attempts.
 * @param attempts the number of attempts, including this one
 */
export function nextAttempt(
  attempts: number,
  firstTriedAt: Temporal.Instant,
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  const last = firstTriedAt.add(GIVE_UP_AFTER);
  if (Temporal.Instant.compare(now, last) >= 0) return undefined;
  const next = now.add(WAITS[Math.min(attempts, WAITS.length) - 1]!);
  // One last attempt exactly at the three-day limit.
  return Temporal.Instant.compare(next, last) < 0 ? next : last;
}
