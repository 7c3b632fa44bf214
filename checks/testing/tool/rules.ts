import { readDate, readNumber, readOneOf, readText } from "#ground/sync/public.ts";
import type { Approval } from "#trade/fieldwork/public.ts";

/** The record of one delivery. */
export const DELIVERY = "deliveries.delivery";

export const STATES = ["expected", "arrived", "approved", "sent-back"] as const;
export type State = (typeof STATES)[number];
export const STATE_LABELS: Readonly<Record<State, string>> = {
  expected: "Expected",
  arrived: "Arrived",
  approved: "Approved",
  "sent-back": "Sent back",
};

/** How a delivery arrives, is approved, and goes back. */
export const APPROVAL: Approval<State> = {
  moves: [
    { from: ["expected"], to: "arrived", by: "author", label: "It arrived", isMain: true },
    { from: ["arrived"], to: "expected", by: "author", label: "It’s not here yet" },
    { from: ["arrived"], to: "approved", by: "manager", label: "Approve", isMain: true, done: "Approved." },
    { from: ["expected", "arrived", "approved"], to: "sent-back", by: "manager", label: "Send it back" },
  ],
  stuck: { "sent-back": "It was sent back. Add what comes instead as a new delivery." },
  notManager: "Only people in the business can approve a delivery or send it back.",
  notOwn: "Another company added this.",
  noun: "A delivery",
  labels: STATE_LABELS,
};

/** Reads a delivery from the values of its record. A device can write anything, so each value is checked. */
export const deliveryOf = ({ what, count, state, day }: Readonly<Record<string, unknown>>) => ({
  what: readText(what) || "Something",
  count: readNumber(count),
  state: readOneOf(STATES, state) ?? "expected",
  /** The day it comes or came, "2026-11-20". */
  day: readDate(day),
});
export type Delivery = ReturnType<typeof deliveryOf>;

/** "Shingles, 40 pieces". */
export const deliveryLine = ({ what, count }: Pick<Delivery, "what" | "count">): string =>
  count === null ? what : `${what}, ${count} ${count === 1 ? "piece" : "pieces"}`;

/** "Arrived: Shingles, 40 pieces". */
export const deliveryTitle = (delivery: Delivery): string =>
  `${STATE_LABELS[delivery.state]}: ${deliveryLine(delivery)}`;

/**
 * Why a delivery with these values is refused, or null. The device asks before it writes, the server again.
 */
export const refuseDelivery = ({ state, count }: Delivery): string | null =>
  (state === "arrived" || state === "approved") && count === null ? "Count what arrived." : null;
