import { and, eq, gt, inArray, ne } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db } from "#platform/db/database.server.ts";
import { database, type Person } from "#platform/db/scope.server.ts";
import { SESSION_SECONDS } from "#platform/identity/identity.server.ts";
import { identitySessions, identityUsers, identityVerifications } from "./tables.server.ts";

// People and sessions belong to no account, so there is no scope to enter: one statement on the pool.
const pool = () => drizzle(database().app);
const date = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);
const person = { id: identityUsers.id, email: identityUsers.email, emailVerified: identityUsers.emailVerified };

/** The person whose live session has this token, and when the session ends unless it is used again. */
export async function findSession(token: string, now: Temporal.Instant): Promise<{ person: Person; expiresAt: Date } | undefined> {
  const [session] = await pool()
    .select({ person, expiresAt: identitySessions.expiresAt })
    .from(identitySessions)
    .innerJoin(identityUsers, eq(identityUsers.id, identitySessions.userId))
    .where(and(eq(identitySessions.token, token), gt(identitySessions.expiresAt, date(now))));
  return session;
}

/** Gives a session its full time again from `now`. One that was revoked meanwhile stays gone. */
export async function prolongSession(token: string, now: Temporal.Instant): Promise<void> {
  await pool()
    .update(identitySessions)
    .set({ expiresAt: date(now.add({ seconds: SESSION_SECONDS })), updatedAt: date(now) })
    .where(eq(identitySessions.token, token));
}

/** Ends one session. */
export async function deleteSession(token: string): Promise<void> {
  await pool().delete(identitySessions).where(eq(identitySessions.token, token));
}

/**
 * Ends all sessions of a person.
 * @param keep token of the one session that stays
 * @returns how many ended
 */
export async function deleteSessions(userId: string, keep?: string): Promise<number> {
  const mine = eq(identitySessions.userId, userId);
  const { rowCount } = await pool()
    .delete(identitySessions)
    .where(keep === undefined ? mine : and(mine, ne(identitySessions.token, keep)));
  return rowCount ?? 0;
}

/** The people with these ids, in no particular order; ids of nobody are left out. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Person[]> {
  return ids.length === 0
    ? []
    : db
        .select(person)
        .from(identityUsers)
        .where(inArray(identityUsers.id, [...ids]));
}

/** The address of a person. */
export async function findEmail(userId: string): Promise<string | undefined> {
  const [found] = await findPeople(pool(), [userId]);
  return found?.email;
}

/**
 * What follows from a reset, in its transaction: the person reads mail at that address, so it is verified; and no other reset
 * link of theirs works any more.
 */
export async function settleReset(db: Db, userId: string, now: Temporal.Instant): Promise<void> {
  await db
    .update(identityUsers)
    .set({ emailVerified: true, updatedAt: date(now) })
    .where(eq(identityUsers.id, userId));
  await db.delete(identityVerifications).where(eq(identityVerifications.value, userId));
}
