/** The only source of the time in the product; rules get the time as an argument. */
export interface Clock {
  now(): Temporal.Instant;
}

/** The machine's clock, including any shift of the system clock. */
export const systemClock: Clock = {
  now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
};
