import { and, count, eq, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { database, now, type Person } from "#platform/db/scope.server.ts";
import { type Origin, recordEvent } from "../security/events.server.ts";
import { deleteSessions } from "../queries.server.ts";
import { identityPasskeys, identitySessions, identityUsers } from "../tables.server.ts";
import { removeTotp, totpSince } from "../second-factor/totp.server.ts";

/** A person the operator helps get back into their account: how they sign in, and none of their data. */
export interface PersonInNeed extends Person {
  readonly since: Temporal.Instant;
  /** When two-step login was turned on. */
  readonly twoStepSince: Temporal.Instant | null;
  readonly passkeys: number;
  readonly sessions: number;
}

const pool = () => drizzle(database().app);

/** Finds a person by their exact address, ignoring case. */
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
 * Ends all sessions of a person, for example after their phone was stolen, and records it in their activity.
 * @param origin the operator's
 * @returns how many ended
 */
export async function signOutForPerson(person: Person, origin: Origin): Promise<number> {
  const ended = await deleteSessions(person.id);
  if (ended) await recordEvent(person.id, "sessions-ended", origin, { count: String(ended) });
  return ended;
}

/**
 * Turns off two-step login for a person who lost their phone and recovery codes. They get an email, in case
 * they didn't ask for it. The caller must have verified their identity.
 * @param origin the operator's
 * @returns whether it was on
 */
export function turnTwoStepOffForPerson(person: Person, origin: Origin): Promise<boolean> {
  return removeTotp(person, origin);
}
