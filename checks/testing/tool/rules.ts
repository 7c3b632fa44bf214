/** A delivery's states, in order. */
export const STATES = ["expected", "arrived", "sent-back"] as const;
export type State = (typeof STATES)[number];

export const STATE_WORDS: Readonly<Record<State, string>> = {
  expected: "Expected",
  arrived: "Arrived",
  "sent-back": "Sent back",
};

/**
 * A delivery to a job, read from its record. A device may have written anything, so each value is checked.
 */
export interface Delivery {
  readonly what: string;
  /** Pieces; null if nobody counted. */
  readonly count: number | null;
  readonly state: State;
  /** The day it comes or came, such as "2026-11-20"; null if nobody said. */
  readonly day: string | null;
  /** SHA-256 of the delivery's photo. */
  readonly photo: string | null;
}

const isState = (value: unknown): value is State => (STATES as readonly unknown[]).includes(value);

/** Reads a delivery from the values of its record. */
export function deliveryOf(values: Readonly<Record<string, unknown>>): Delivery {
  const { what, count, state, day, photo } = values;
  return {
    what: typeof what === "string" && what.trim() ? what : "Something",
    count: typeof count === "number" ? count : null,
    state: isState(state) ? state : "expected",
    day: typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null,
    photo: typeof photo === "string" ? photo : null,
  };
}

/** "Shingles, 40 pieces". */
export const deliveryLine = ({ what, count }: Delivery): string =>
  count === null ? what : `${what}, ${count} ${count === 1 ? "piece" : "pieces"}`;

/**
 * Why a delivery with these values is refused, or null. The device checks before writing, the server on
 * receipt.
 */
export const refuseDelivery = ({ state, count }: Delivery): string | null =>
  state === "arrived" && count === null ? "Count what arrived." : null;
