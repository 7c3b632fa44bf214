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
/** A session's maximum lifetime, however often it is used. */
const MAX_SESSION_MS = 180 * DAY_MS;
/** Precision of a session's last use. */
const TOUCH_AFTER = { minutes: 5 } as const;

/**
 * The loaders of one page run concurrently and share the answer. An action queries again each time, because a
 * slow upload may outlast the session.
 */
const answers = new WeakMap<Request, Promise<Person | null>>();

/**
 * The signed-in person; null without a live session. One query for all loaders of a request, and none without
 * a cookie that we signed.
 * @param context the request's, to record the client address of the session
 * @throws the database's error when it is unavailable
 */
export function findPerson(
  request: Request,
  context?: Readonly<RouterContextProvider>,
): Promise<Person | null> {
  const known = answers.get(request);
  if (known) return known;
  const answer = lookUp(request, context);
  if (request.method === "GET") answers.set(request, answer);
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
    session.createdAt.getTime() + MAX_SESSION_MS,
  );
  // A session is extended once a day, not on every request. A full or read-only disk must not sign anyone
  // out.
  if (until - session.expiresAt.getTime() > DAY_MS)
    await extendSession(token, at, new Date(until), { address }).catch(() => {});
  else {
    const before = at.subtract(TOUCH_AFTER);
    const used = session.lastUsedAt?.epochMilliseconds ?? session.createdAt.getTime();
    if (used < before.epochMilliseconds) touch(token, () => touchSession(token, at, before, { address }));
  }
  return session.person;
}

const pendingTouches = new Set<string>();

/**
 * Records the use of a session once for all requests of a page, without delaying them. If it fails, the next
 * request tries again. Closing the pool waits for it.
 */
function touch(token: string, write: () => Promise<void>): void {
  if (pendingTouches.has(token)) return;
  pendingTouches.add(token);
  void write()
    .catch(() => {})
    .finally(() => pendingTouches.delete(token));
}

/** The signed-in person; visitors are sent to log in and then back. @throws Response a redirect to /login */
export async function requirePerson(
  request: Request,
  context?: Readonly<RouterContextProvider>,
): Promise<Person> {
  const person = await findPerson(request, context);
  if (person) return person;
  const { pathname, search } = new URL(request.url);
  // A full page load, because the login page has no client router.
  throw redirectDocument(
    withNext("/login", pathname + search),
    request.method === "GET" || request.method === "HEAD" ? 302 : 303,
  );
}

/** Whether the browser thinks it is signed in. For wording and links only, never for permission. */
export function hasSessionHint(request: Request): boolean {
  return viewerOf(request.headers.get("cookie")) === "member";
}

/** Ends this browser's session, if any. */
export async function endSession(request: Request): Promise<void> {
  const token = identity().cookie.read(request);
  if (token) await deleteSession(token);
}

/** Ends this browser's session at its person's request, and records it. */
export async function signOut(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  const token = identity().cookie.read(request);
  const userId = token && (await deleteSession(token));
  // They are signed out, even if recording it fails.
  if (userId) await recordEvent(userId, "signed-out", originOf(request, context)).catch(() => {});
}

/** Ends all sessions of a person. @param keep a request whose session is spared @returns how many ended */
export function revokeSessions(person: Pick<Person, "id">, keep?: Request): Promise<number> {
  return deleteSessions(person.id, (keep && identity().cookie.read(keep)) ?? undefined);
}
