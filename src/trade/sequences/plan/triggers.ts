/** What puts somebody into a sequence. */
export type Trigger =
  /** Somebody came through its page. */
  | { readonly kind: "new lead" }
  /** The business chose them. */
  | { readonly kind: "manual" }
  /**
   * They did something (any deed that ground/events keeps), got an appointment (`booked`), or it ended
   * (`won`, `lost`).
   */
  | { readonly kind: "event"; readonly what: string }
  /** A day of the business's calendar: everybody who may be written to. */
  | { readonly kind: "date"; readonly on: string };

/**
 * How long after somebody began a sequence something they do may begin it again: doing a thing often must not
 * bring the same mails often. By hand there is no such wait.
 */
export const AGAIN_AFTER: Temporal.DurationLike = { hours: 24 * 90 };
