import type { Db } from "#platform/db/database.server.ts";
import { dropBegun, lockPerson, settleMailbox } from "./data.server.ts";
import { recordEvent } from "./events.server.ts";
import { passwordChangedMail } from "./mail.ts";
import { mailPerson } from "./mail-person.server.ts";

/**
 * What follows from a reset, in its transaction: the person reads mail at that address, so it is verified; no other link of theirs works
 * any more, nor anything begun with the old password; and they are told.
 */
export async function settleReset(db: Db, userId: string, now: Temporal.Instant): Promise<void> {
  const person = await lockPerson(db, userId);
  if (!person) return;
  await settleMailbox(db, userId, now, { keepPassword: true });
  await dropBegun(db, userId);
  // Without its origin: the reset page adds nothing to it that the next sign-in does not say.
  await recordEvent(userId, "password-reset", null, {}, db);
  await mailPerson({ db, now }, person, ({ productName, link }) =>
    passwordChangedMail({ productName, link: link("/account/settings/sessions"), resetLink: link("/forgot") }),
  );
}
