import { redirectDocument } from "react-router";
import { now, type Person } from "#platform/db/scope.server.ts";
import { SESSION_SECONDS } from "#platform/identity/identity.server.ts";
import { viewerOf } from "#platform/http/slots.server.ts";
import { deleteSession, deleteSessions, findSession, prolongSession } from "./data.server.ts";
import { withNext } from "./rules.ts";
import { identity } from "./start.server.ts";

// A session in use is written to once a day, not at every request.
const PROLONG_BELOW_MS = (SESSION_SECONDS - 86_400) * 1000;

/**
 * Who is signed in. One query; none without a cookie that we signed. A session that was revoked or ran out a moment ago is nobody.
 * @throws whatever the database threw when it is away
 */
export async function findPerson(request: Request): Promise<Person | null> {
  const token = identity().cookie.read(request);
  if (!token) return null;
  const at = now();
  const session = await findSession(token, at);
  if (!session) return null;
  // A full or read-only disk must not sign anyone out.
  if (session.expiresAt.getTime() - at.epochMilliseconds < PROLONG_BELOW_MS) await prolongSession(token, at).catch(() => {});
  return session.person;
}

/**
 * Who is signed in; a visitor is sent to log in and back to where they were going.
 * @throws Response a redirect to /login
 */
export async function requirePerson(request: Request): Promise<Person> {
  const person = await findPerson(request);
  if (person) return person;
  const { pathname, search } = new URL(request.url);
  // A whole page load: the log-in page has no router in the browser.
  throw redirectDocument(withNext("/login", pathname + search), request.method === "GET" || request.method === "HEAD" ? 302 : 303);
}

/** Whether the browser believes that it is signed in. Picks words and links, never permission. */
export function hasSessionHint(request: Request): boolean {
  return viewerOf(request.headers.get("cookie")) === "member";
}

/** Ends the session of this browser, if it has one. */
export async function endSession(request: Request): Promise<void> {
  const token = identity().cookie.read(request);
  if (token) await deleteSession(token);
}

/**
 * Ends all sessions of a person at once.
 * @param keep a request of that person whose own session stays
 * @returns how many ended
 */
export function revokeSessions(person: Pick<Person, "id">, keep?: Request): Promise<number> {
  return deleteSessions(person.id, (keep && identity().cookie.read(keep)) ?? undefined);
}
