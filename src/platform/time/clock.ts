/** The one place the product reads the time; rules get it as an argument. */
export interface Clock {
  now(): Temporal.Instant;
}

/** The machine's clock. A program that shifts the system clock shifts this too. */
export const systemClock: Clock = {
  now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
};
