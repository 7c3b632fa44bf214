import { type RouterContextProvider, redirectDocument } from "react-router";
import { now, type Person } from "#platform/db/scope.server.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { SESSION_SECONDS } from "#platform/identity/identity.server.ts";
import { viewerOf } from "#platform/http/static/slots.server.ts";
import {
  deleteSession,
  deleteSessions,
  findSession,
  extendSession,
  touchSession,
} from "../queries.server.ts";
import { originOf, recordEvent } from "../security/events.server.ts";
import { withNext } from "../rules.ts";
import { identity } from "../start.server.ts";

const DAY_MS = 86_400_000;
/** However much it is used, a session ends so long after its sign-in. */
const LONGEST_MS = 180 * DAY_MS;
/** How exactly a session knows when it was last used. */
const TOUCH_AFTER = { minutes: 5 } as const;

/**
 * The loaders of one page run at once and ask the same: they share the answer. An action asks anew each time:
 * it may take a while, of a slow upload for as long as its sender likes, and act at its end for somebody who
 * is out by then.
 */
const asked = new WeakMap<Request, Promise<Person | null>>();

/**
 * Who is signed in. One query for all loaders of a request; none without a cookie that we signed. A session
 * that was revoked or ran out a moment ago is nobody.
 * @param context of the request, where the session's list is to know the address it came from
 * @throws whatever the database threw when it is away
 */
export function findPerson(
  request: Request,
  context?: Readonly<RouterContextProvider>,
): Promise<Person | null> {
  const known = asked.get(request);
  if (known) return known;
  const answer = lookUp(request, context);
  if (request.method === "GET") asked.set(request, answer);
  return answer;
}

async function lookUp(request: Request, context?: Readonly<RouterContextProvider>): Promise<Person | null> {
  const token = identity().cookie.read(request);
  if (!token) return null;
  const at = now();
  const session = await findSession(token, at);
  if (!session) return null;
  const address = context?.get(clientAddressContext);
  const until = Math.min(
    at.epochMilliseconds + SESSION_SECONDS * 1000,
    session.createdAt.getTime() + LONGEST_MS,
  );
  // A session in use gets its time again once a day, not at every request. A full or read-only disk must not
  // sign anyone out.
  if (until - session.expiresAt.getTime() > DAY_MS)
    await extendSession(token, at, new Date(until), { address }).catch(() => {});
  else {
    const before = at.subtract(TOUCH_AFTER);
    const used = session.lastUsedAt?.epochMilliseconds ?? session.createdAt.getTime();
    if (used < before.epochMilliseconds) touch(token, () => touchSession(token, at, before, { address }));
  }
  return session.person;
}

const touching = new Set<string>();

/**
 * Writes that a session is in use, once for the several requests of a page, and without keeping any of them
 * waiting. It may fail: the next request tries again. Closing the pool waits for it.
 */
function touch(token: string, write: () => Promise<void>): void {
  if (touching.has(token)) return;
  touching.add(token);
  void write()
    .catch(() => {})
    .finally(() => touching.delete(token));
}

/**
 * Who is signed in; a visitor is sent to log in and back to where they were going.
 * @throws Response a redirect to /login
 */
export async function requirePerson(
  request: Request,
  context?: Readonly<RouterContextProvider>,
): Promise<Person> {
  const person = await findPerson(request, context);
  if (person) return person;
  const { pathname, search } = new URL(request.url);
  // A whole page load: the log-in page has no router in the browser.
  throw redirectDocument(
    withNext("/login", pathname + search),
    request.method === "GET" || request.method === "HEAD" ? 302 : 303,
  );
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

/** Ends the session of this browser because its person asked for it, and writes that down for them. */
export async function signOut(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  const token = identity().cookie.read(request);
  const userId = token && (await deleteSession(token));
  // They are out; a line more or less must not keep them in.
  if (userId) await recordEvent(userId, "signed-out", originOf(request, context)).catch(() => {});
}

/**
 * Ends all sessions of a person at once.
 * @param keep a request of that person whose own session stays
 * @returns how many ended
 */
export function revokeSessions(person: Pick<Person, "id">, keep?: Request): Promise<number> {
  return deleteSessions(person.id, (keep && identity().cookie.read(keep)) ?? undefined);
}
