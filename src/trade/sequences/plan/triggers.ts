export type Trigger =
  | { readonly kind: "new lead" }
  | { readonly kind: "manual" }
  /** Any event of ground/events, or `booked`, `won`, `lost`. */
  | { readonly kind: "event"; readonly what: string }
  /** In the business's calendar, for everyone who may be written to. */
  | { readonly kind: "date"; readonly on: string };

/** Repeating an event doesn't repeat the emails for this long. Starting by hand has no limit. */
export const AGAIN_AFTER: Temporal.DurationLike = { hours: 24 * 90 };
