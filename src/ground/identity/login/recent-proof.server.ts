import { and, eq, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { redirectDocument } from "react-router";
import { database, now, type Person } from "#platform/db/scope.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { withNext } from "../rules.ts";
import { requirePerson } from "../session/sessions.server.ts";
import { identity } from "../start.server.ts";
import { identitySessions } from "../tables.server.ts";

/** Minutes that a proof of identity lasts for sensitive screens. */
const RECENT_MINUTES = 15;

const pool = () => drizzle(database().app);

/**
 * Requires that the signed-in person proved their identity within the last 15 minutes. Use it in the loader
 * **and** the action of screens where a stranger at an unlocked laptop could do harm. Others go to
 * /account/confirm and come back; a posted form is lost.
 * @throws Response a redirect to /login or /account/confirm
 */
export function requireRecentProof({ request }: { request: Request }): Promise<Person> {
  return answering(async () => {
    const person = await requirePerson(request);
    if (await isRecentlyConfirmed(request)) return person;
    const { pathname, search } = new URL(request.url);
    // A full page load, because the confirm page has no client router.
    throw redirectDocument(
      withNext("/account/confirm", pathname + search),
      request.method === "GET" || request.method === "HEAD" ? 302 : 303,
    );
  });
}

/** Whether this request's session has a recent proof. */
export async function isRecentlyConfirmed(request: Request): Promise<boolean> {
  const token = identity().cookie.read(request);
  if (!token) return false;
  const at = now();
  const [found] = await pool()
    .select({ confirmedAt: identitySessions.confirmedAt })
    .from(identitySessions)
    .where(
      and(eq(identitySessions.token, token), gt(identitySessions.expiresAt, new Date(at.epochMilliseconds))),
    );
  if (!found?.confirmedAt) return false;
  // Absolute, because a time in the future (the clock was set back) must not last longer.
  return Math.abs(at.since(found.confirmedAt).total("minutes")) <= RECENT_MINUTES;
}

/** Records that the person of this session just proved their identity. @param token the session's */
export async function confirmSession(token: string): Promise<void> {
  await pool().update(identitySessions).set({ confirmedAt: now() }).where(eq(identitySessions.token, token));
}

/** Like confirmSession, for the session of a request. */
export async function confirmThisSession(request: Request): Promise<void> {
  const token = identity().cookie.read(request);
  if (token) await confirmSession(token);
}
