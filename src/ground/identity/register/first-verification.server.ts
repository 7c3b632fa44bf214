import type { Db } from "#platform/db/database.server.ts";

/**
 * Turns off what a person set up before anybody had proved their mailbox.
 * @returns what it was, in words; empty for nothing
 */
type TurnOff = (db: Db, userId: string, now: Temporal.Instant) => Promise<string>;

let turnOff: TurnOff = () => Promise.resolve("");

/**
 * Says what turns off everything that acts for a person, in the transaction in which someone other than the
 * person who set it up proves the mailbox. Businesses are above this feature. Called once per process.
 */
export function onFirstVerification(does: TurnOff): void {
  turnOff = does;
}

/** Turns it off, see `onFirstVerification`. */
export const turnOffSetUp: TurnOff = (db, userId, now) => turnOff(db, userId, now);
