import { now, type Person } from "#platform/db/scope.server.ts";
import { verificationsPerPerson } from "./attempts.server.ts";
import { identity } from "./start.server.ts";

export { findPeople } from "./data.server.ts";
export { findPerson, hasSessionHint, requirePerson, revokeSessions } from "./sessions.server.ts";
export { startIdentity } from "./start.server.ts";

/** Whether another verification mail is on its way, and if not, what to tell the person. */
export type Resent = { readonly sent: true } | { readonly sent: false; readonly message: string };

/** Queues another verification mail for a person who asks for it; a few an hour. */
export async function resendVerification(person: Person): Promise<Resent> {
  if (person.emailVerified) return { sent: false, message: "Your address is verified already." };
  const verdict = verificationsPerPerson.check(person.id, now());
  if (!verdict.ok)
    return { sent: false, message: "We have sent several mails already. Look in your spam folder too, or ask again in an hour." };
  await identity().requestVerification(person);
  return { sent: true };
}
