/** How far a delivery is, in the order that it goes. */
export const STATES = ["expected", "arrived", "sent-back"] as const;
export type State = (typeof STATES)[number];

export const STATE_WORDS: Readonly<Record<State, string>> = {
  expected: "Expected",
  arrived: "Arrived",
  "sent-back": "Sent back",
};

/**
 * What is delivered to a job, as its record shows it. What a device wrote may be anything, so each value is
 * looked at.
 */
export interface Delivery {
  readonly what: string;
  /** Pieces; null where nobody counted. */
  readonly count: number | null;
  readonly state: State;
  /** SHA-256 of the photo of what came. */
  readonly photo: string | null;
}

const isState = (value: unknown): value is State => (STATES as readonly unknown[]).includes(value);

/** A delivery from the values of its record. */
export function deliveryOf({ what, count, state, photo }: Readonly<Record<string, unknown>>): Delivery {
  return {
    what: typeof what === "string" && what.trim() ? what : "Something",
    count: typeof count === "number" ? count : null,
    state: isState(state) ? state : "expected",
    photo: typeof photo === "string" ? photo : null,
  };
}

/** "Shingles, 40 pieces". */
export const deliveryWords = ({ what, count }: Delivery): string =>
  count === null ? what : `${what}, ${count} ${count === 1 ? "piece" : "pieces"}`;

/**
 * Why a delivery can't be as this says; null where it can. The device asks before it writes, the server when
 * it takes.
 */
export const refuseDelivery = ({ state, count }: Delivery): string | null =>
  state === "arrived" && count === null ? "Count what arrived." : null;
