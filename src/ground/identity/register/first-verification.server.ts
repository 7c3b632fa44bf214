import type { Db } from "#platform/db/database.server.ts";

/**
 * Turns off what was set up before a mailbox was verified.
 * @returns what it was, in words; empty for nothing
 */
type TurnOff = (db: Db, userId: string, now: Temporal.Instant) => Promise<string>;

let turnOff: TurnOff = () => Promise.resolve("");

/**
 * Registers what turns off a person's setup when someone other than the person who set it up first verifies
 * the mailbox, in the same transaction. This room may not import businesses. Called once per process.
 */
export function onFirstVerification(hook: TurnOff): void {
  turnOff = hook;
}

/** Runs the hook registered with `onFirstVerification`. */
export const turnOffSetUp: TurnOff = (db, userId, now) => turnOff(db, userId, now);
