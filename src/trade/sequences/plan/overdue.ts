/**
 * A follow-up this late was delayed by a downtime. It waits for the open hours instead of going out at night.
 */
export const OVERDUE: Temporal.DurationLike = { hours: 1 };
