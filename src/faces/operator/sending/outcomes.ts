import type { Bar } from "#ui/bars.tsx";

/**
 * The states of emails and texts with their labels, in the order of a message's life.
 * @param heldBack why a message is held back, such as “an opt-out”
 */
export const labeledStates = (heldBack: string) =>
  [
    { state: "queued", label: "Waiting" },
    { state: "claimed", label: "Sending" },
    { state: "committing", label: "Sending now" },
    { state: "sent", label: "Sent" },
    { state: "failed", label: "Failed" },
    { state: "unknown", label: "Unknown: it may have arrived" },
    { state: "suppressed", label: `Held: ${heldBack}` },
  ] as const;

/** Failures by reason, as bars. */
export const failureBars = (
  failures: readonly { readonly reason: string; readonly count: number }[],
  labels: Readonly<Record<string, string>>,
): Bar[] =>
  failures.map(({ reason, count }) => ({
    key: reason,
    label: labels[reason] ?? "Another reason",
    value: count,
  }));
