/** "2026-11-20". @param at milliseconds since 1970 @param zone IANA */
export const dateAt = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/**
 * Written after its day was over or submitted.
 * @param at milliseconds since 1970
 * @param submittedAt when its day was last submitted; null while open
 */
export function isLate(
  entry: { readonly date: string | null },
  { at, zone, submittedAt }: { at: number; zone: string; submittedAt: number | null },
): boolean {
  if (entry.date === null) return false;
  return (submittedAt !== null && at > submittedAt) || dateAt(at, zone) > entry.date;
}

/**
 * When something was last submitted; null if it is open. Approving and sealing don't count.
 * @param steps all states set, in order; `at` in milliseconds since 1970
 * @param isClosed whether nothing changes in this state anymore
 */
export function lastSubmittedAt<State>(
  steps: readonly { readonly is: State; readonly at: number }[],
  isClosed: (state: State) => boolean,
): number | null {
  return steps.reduce<number | null>((since, { is, at }) => (isClosed(is) ? (since ?? at) : null), null);
}
