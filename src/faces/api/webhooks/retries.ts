/** How long after each failed attempt the next one comes; the last stands for all that follow. */
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
 * When a delivery is tried again after an attempt that failed; undefined when it has been tried for three
 * days.
 * @param attempts how many there were, this one among them
 */
export function nextAttempt(
  attempts: number,
  firstTriedAt: Temporal.Instant,
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  const last = firstTriedAt.add(GIVE_UP_AFTER);
  if (Temporal.Instant.compare(now, last) >= 0) return undefined;
  const next = now.add(WAITS[Math.min(attempts, WAITS.length) - 1]!);
  // Once more at the very end, so that three days are three days.
  return Temporal.Instant.compare(next, last) < 0 ? next : last;
}
