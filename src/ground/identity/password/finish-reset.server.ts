import type { Db } from "#platform/db/database.server.ts";
import { deletePendingLinks, deleteSessions, lockPerson } from "../queries.server.ts";
import { recordEvent } from "../security/events.server.ts";
import { passwordChangedMail } from "../mail/templates.ts";
import { mailPerson } from "../mail/mail-person.server.ts";
import { TURNED_OFF } from "../rules.ts";
import { verifyMailbox } from "../register/verify-mailbox.server.ts";

/**
 * Completes a password reset, in its transaction: verifies the address, ends all sessions, invalidates
 * everything pending, and notifies the person.
 * @param isSignedIn whether the resetting browser is signed in as this person
 * @returns what was turned off, in words; empty for nothing
 */
export async function finishReset(
  db: Db,
  userId: string,
  now: Temporal.Instant,
  isSignedIn: boolean,
): Promise<string> {
  const person = await lockPerson(db, userId);
  if (!person) return "";
  // The library ends sessions before it saves the password, without a lock: meanwhile someone may have logged
  // in with the old one. Later logins wait for the lock, and then have the wrong password.
  await deleteSessions(userId, undefined, db);
  const { turnedOff } = await verifyMailbox(db, userId, now, { keepPassword: true, isSignedIn });
  await deletePendingLinks(db, userId);
  // Without an origin; the next sign-in will show it.
  await recordEvent(userId, "password-reset", null, turnedOff ? { turnedOff } : {}, db);
  await mailPerson({ db, now }, person, ({ productName, link }) =>
    passwordChangedMail({
      productName,
      link: link("/account/settings/sessions"),
      resetLink: link("/forgot"),
      ...(turnedOff ? { turnedOff, turnedOffLink: link(TURNED_OFF) } : {}),
    }),
  );
  return turnedOff;
}
