// Another time for a process that a journey starts: what the product does in days is seen in minutes.

const LIBRARY = process.env["TEST_FAKETIME"];

/**
 * Why a journey can't set the clock here; undefined when it can. The test run looks for the library
 * (bootstrap/prerequisites.mjs).
 */
export const clockMissing = LIBRARY
  ? undefined
  : (process.env["TEST_FAKETIME_MISSING"] ?? "TEST_FAKETIME names no libfaketime");

/**
 * Settings under which a process sees a later time. Its timers run as ever.
 * @param seconds how much later, whole
 * @throws Error where there is no libfaketime
 */
export function later(seconds: number): Readonly<Record<string, string>> {
  if (!LIBRARY) throw new Error(clockMissing);
  return { LD_PRELOAD: LIBRARY, FAKETIME: `+${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
