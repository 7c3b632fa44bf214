/** `state` selects the mark on the timeline. */
export interface Outcome {
  readonly state: "done" | "now" | "waiting" | "stopped" | "unsent";
  readonly label: string;
  /** When it was sent, or is due. */
  readonly at: Temporal.Instant;
  readonly explanation: string | null;
}
