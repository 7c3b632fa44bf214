import { and, count, eq, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { database, now, type Person } from "#platform/db/scope.server.ts";
import { type Origin, recordEvent } from "../security/events.server.ts";
import { deleteSessions } from "../queries.server.ts";
import { identityPasskeys, identitySessions, identityUsers } from "../tables.server.ts";
import { removeTotp, totpSince } from "../second-factor/totp.server.ts";

/**
 * A person, as whoever helps them to get in again sees them: how they sign in, and nothing that they keep
 * here.
 */
export interface PersonInNeed extends Person {
  readonly since: Temporal.Instant;
  /** Since when a sign-in asks for a code. */
  readonly twoStepSince: Temporal.Instant | null;
  readonly passkeys: number;
  /** Browsers that are signed in now. */
  readonly sessions: number;
}

const pool = () => drizzle(database().app);

/** Finds a person by their whole address, in any case. */
export async function findPersonInNeed(email: string): Promise<PersonInNeed | undefined> {
  const { id, emailVerified, createdAt } = identityUsers;
  const address = email.trim().toLowerCase();
  const [found] = await pool()
    .select({ id, email: identityUsers.email, emailVerified, createdAt })
    .from(identityUsers)
    .where(eq(identityUsers.email, address));
  if (!found) return undefined;
  const live = and(
    eq(identitySessions.userId, found.id),
    gt(identitySessions.expiresAt, new Date(now().epochMilliseconds)),
  );
  const [[sessions], [passkeys], twoStepSince] = await Promise.all([
    pool().select({ count: count() }).from(identitySessions).where(live),
    pool().select({ count: count() }).from(identityPasskeys).where(eq(identityPasskeys.userId, found.id)),
    totpSince(found.id),
  ]);
  const since = Temporal.Instant.fromEpochMilliseconds(found.createdAt.getTime());
  return {
    id: found.id,
    email: found.email,
    emailVerified: found.emailVerified,
    since,
    twoStepSince,
    passkeys: passkeys!.count,
    sessions: sessions!.count,
  };
}

/**
 * Ends all sessions of a person for them, such as when their phone was stolen. They read of it.
 * @param origin of whoever does it
 * @returns how many ended
 */
export async function signOutForPerson(person: Person, origin: Origin): Promise<number> {
  const ended = await deleteSessions(person.id);
  if (ended) await recordEvent(person.id, "sessions-ended", origin, { count: String(ended) });
  return ended;
}

/**
 * Turns two-step login off for a person who lost phone and recovery codes. They are told by mail, so that one
 * who did not ask hears of it. Whoever calls this has made sure that it is them.
 * @param origin of whoever does it
 * @returns whether there was anything to turn off
 */
export function turnTwoStepOffForPerson(person: Person, origin: Origin): Promise<boolean> {
  return removeTotp(person, origin);
}
