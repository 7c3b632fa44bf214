import type { RouterContextProvider } from "react-router";
import { type Person, withSystem } from "#platform/db/scope.server.ts";
import { newToken } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { signInsPerAccount } from "../login/attempt-limits.server.ts";
import {
  deleteSessions,
  deletePendingLinks,
  lockPerson,
  rotateSession,
  writePassword,
} from "../queries.server.ts";
import { originOf, recordEvent } from "../security/events.server.ts";
import { passwordChangedMail } from "../mail/templates.ts";
import { mailPerson } from "../mail/mail-person.server.ts";
import { refuseGuessable } from "./passwords.server.ts";
import { identity, signedInHeaders } from "../start.server.ts";

/**
 * Saves a new or first password for a person who proved their identity. Ends their other sessions,
 * invalidates mailed links, and gives the current session a new token.
 * @returns headers that keep this browser signed in
 * @throws AppError invalid about the password; conflict when the session has ended
 */
export async function changePassword(
  person: Person,
  password: string,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): Promise<Headers> {
  refuseGuessable(password, person.email);
  const hash = await identity().hashNewPassword(password);
  const token = newToken();
  await withSystem(async ({ db, now }) => {
    await lockPerson(db, person.id);
    if (!(await rotateSession(db, identity().cookie.read(request) ?? "", token, now)))
      throw new AppError("conflict", "You were logged out, so nothing was changed. Please log in again.");
    await writePassword(db, person.id, hash, now);
    await deleteSessions(person.id, token, db);
    await deletePendingLinks(db, person.id);
    await recordEvent(person.id, "password-changed", originOf(request, context), {}, db);
    await mailPerson({ db, now }, person, ({ productName, link }) =>
      passwordChangedMail({
        productName,
        link: link("/account/settings/sessions"),
        resetLink: link("/forgot"),
      }),
    );
  });
  // Earlier wrong guesses must not lock the owner out.
  signInsPerAccount.forget(person.email);
  return signedInHeaders(token);
}
