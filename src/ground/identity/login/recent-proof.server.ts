import { and, eq, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { redirectDocument } from "react-router";
import { database, now, type Person } from "#platform/db/scope.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { withNext } from "../rules.ts";
import { requirePerson } from "../session/sessions.server.ts";
import { identity } from "../start.server.ts";
import { identitySessions } from "../tables.server.ts";

/** How long a proof of who somebody is lasts for what matters most, in minutes. */
const RECENT_MINUTES = 15;

const pool = () => drizzle(database().app);

/**
 * Who is signed in and has shown within the last 15 minutes that it is really them: for the loaders **and**
 * actions of screens where somebody at an unlocked laptop could do harm. Others are sent to /account/confirm
 * and come back to the screen; what a form held is not replayed.
 * @throws Response a redirect to /login or /account/confirm
 */
export function requireRecentProof({ request }: { request: Request }): Promise<Person> {
  return answering(async () => {
    const person = await requirePerson(request);
    if (await isRecentlyConfirmed(request)) return person;
    const { pathname, search } = new URL(request.url);
    // A whole page load: the confirming page has no router in the browser.
    throw redirectDocument(
      withNext("/account/confirm", pathname + search),
      request.method === "GET" || request.method === "HEAD" ? 302 : 303,
    );
  });
}

/** Whether the session of this request was confirmed a short while ago. */
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
  // Both ways: one from the future was written before the machine's clock was set back, and must not last for
  // longer.
  return Math.abs(at.since(found.confirmedAt).total("minutes")) <= RECENT_MINUTES;
}

/** Writes down that the person of this session has just shown who they are. @param token the session's */
export async function confirmSession(token: string): Promise<void> {
  await pool().update(identitySessions).set({ confirmedAt: now() }).where(eq(identitySessions.token, token));
}

/** The same for the session of a request. */
export async function confirmThisSession(request: Request): Promise<void> {
  const token = identity().cookie.read(request);
  if (token) await confirmSession(token);
}
