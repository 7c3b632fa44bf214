import { now, type Person } from "#platform/db/scope.server.ts";
import { verificationsPerPerson } from "./login/attempt-limits.server.ts";
import { identity } from "./start.server.ts";

export { confirmMailbox, hasLeftBusiness, recordMembership } from "./person/memberships.server.ts";
export { findPeople, lockPerson } from "./queries.server.ts";
export { erasePersonData } from "./person/delete-person.server.ts";
export { originOf } from "./security/events.server.ts";
export {
  requestExport,
  listExpiredExports,
  type Export,
  findPendingExport,
  failExport,
  findExport,
  deleteExport,
  listExports,
  completeExport,
  WITHHELD_OF_PERSON,
} from "./person/exports.server.ts";
export { onFirstVerification } from "./register/first-verification.server.ts";
export {
  findPersonInNeed,
  signOutForPerson,
  turnTwoStepOffForPerson,
} from "./person/operator-help.server.ts";
export { outboxHint } from "./mail/outbox-hint.server.ts";
export { findNamed, fullNamesOf, namesOf, offerName } from "./person/names.server.ts";
export { isRecentlyConfirmed, requireRecentProof } from "./login/recent-proof.server.ts";
export { openIdProviders, setProviders } from "./openid/openid.server.ts";
export { findPerson, hasSessionHint, requirePerson, revokeSessions } from "./session/sessions.server.ts";
export { browserOf, liveSessions } from "./session/this-browser.server.ts";
export { beginChallenge, consumeChallenge, readChallenge } from "./login/challenges.server.ts";
export { challengeCookie } from "./login/challenge-cookie.server.ts";
export { withNext } from "./rules.ts";
export { signedOutHeaders, startIdentity } from "./start.server.ts";

/** The result of resendVerification, with a message when nothing was sent. */
export type Resent = { readonly sent: true } | { readonly sent: false; readonly message: string };

/** Queues another verification email, at most three an hour. */
export async function resendVerification(person: Person): Promise<Resent> {
  if (person.emailVerified) return { sent: false, message: "Your email is already verified." };
  const verdict = verificationsPerPerson.check(person.id, now());
  if (!verdict.ok)
    return {
      sent: false,
      message: "We’ve already sent several emails. Check your spam folder, or try again in an hour.",
    };
  await identity().requestVerification(person);
  return { sent: true };
}
