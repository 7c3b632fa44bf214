// Shifts the clock of a process that a journey starts, so that days pass in minutes.

const LIBRARY = process.env["TEST_FAKETIME"];

/**
 * Why a journey can't set the clock here; undefined if it can. The test run looks for the library
 * (bootstrap/prerequisites.mjs).
 */
export const clockMissing = LIBRARY
  ? undefined
  : (process.env["TEST_FAKETIME_MISSING"] ?? "TEST_FAKETIME names no libfaketime");

/**
 * Environment that shifts a process's clock forward. Its timers run at normal speed.
 * @param seconds whole seconds
 * @throws Error without libfaketime
 */
export function later(seconds: number): Readonly<Record<string, string>> {
  if (!LIBRARY) throw new Error(clockMissing);
  return { LD_PRELOAD: LIBRARY, FAKETIME: `+${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
