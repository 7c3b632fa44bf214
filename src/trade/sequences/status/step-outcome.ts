/** A ledger line in words. `state` picks the mark on the timeline. */
export interface Outcome {
  readonly state: "done" | "now" | "waiting" | "stopped" | "unsent";
  readonly label: string;
  /** The moment that matters for it: when it was sent, or when it is due. */
  readonly at: Temporal.Instant;
  readonly explanation: string | null;
}
