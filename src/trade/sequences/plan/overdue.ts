/**
 * A follow-up this late was held up by a downtime: it goes back to the next open window instead of out in the
 * middle of the night.
 */
export const OVERDUE: Temporal.DurationLike = { hours: 1 };
