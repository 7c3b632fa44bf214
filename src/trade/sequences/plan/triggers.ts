/** What makes a lead enter a sequence. */
export type Trigger =
  /** They came through its page. */
  | { readonly kind: "new lead" }
  /** The business chose them. */
  | { readonly kind: "manual" }
  /**
   * They did something (any event of ground/events), got an appointment (`booked`), or were won or lost
   * (`won`, `lost`).
   */
  | { readonly kind: "event"; readonly what: string }
  /** A date in the business's calendar, for everyone who may be written to. */
  | { readonly kind: "date"; readonly on: string };

/**
 * Least time between two starts of a sequence by events, so that repeating an event doesn't repeat the
 * emails. Starting it by hand has no such limit.
 */
export const AGAIN_AFTER: Temporal.DurationLike = { hours: 24 * 90 };
