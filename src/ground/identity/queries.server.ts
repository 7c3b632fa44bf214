import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db } from "#platform/db/database.server.ts";
import { newId } from "#platform/db/ids.ts";
import { database, type Person } from "#platform/db/scope.server.ts";
import {
  identityChallenges,
  identityCredentials,
  identityDevices,
  identityEvents,
  identitySessions,
  identityUsers,
  identityVerifications,
} from "./tables.server.ts";

// People and sessions belong to no account, so these queries run without a scope.
const pool = () => drizzle(database().app);
const toDate = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);
const person = {
  id: identityUsers.id,
  email: identityUsers.email,
  emailVerified: identityUsers.emailVerified,
};

interface FoundSession {
  readonly person: Person;
  /** When it ends unless it is used again. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** Null for the first few minutes. */
  readonly lastUsedAt: Temporal.Instant | null;
}

/** The live session with this token, and its person. */
export async function findSession(token: string, now: Temporal.Instant): Promise<FoundSession | undefined> {
  const db = database().app;
  const query = sessionQueries.get(db) ?? prepareSessionQuery();
  sessionQueries.set(db, query);
  const [session] = await query.execute({ token, now: toDate(now) });
  return session;
}

// Runs on every request, so it is built once, and parsed by the database once per connection.
const sessionQueries = new WeakMap<object, ReturnType<typeof prepareSessionQuery>>();

function prepareSessionQuery() {
  const { token, expiresAt, createdAt, lastUsedAt } = identitySessions;
  return pool()
    .select({ person, expiresAt, createdAt, lastUsedAt })
    .from(identitySessions)
    .innerJoin(identityUsers, eq(identityUsers.id, identitySessions.userId))
    .where(and(eq(token, sql.placeholder("token")), gt(expiresAt, sql.placeholder("now"))))
    .prepare("identity_session");
}

/** Where a session is used from, if known. */
type Source = { readonly address?: string | undefined };

/** Extends a live session to `until`. Doesn't revive a revoked one. */
export async function extendSession(
  token: string,
  now: Temporal.Instant,
  until: Date,
  { address }: Source,
): Promise<void> {
  await pool()
    .update(identitySessions)
    .set({
      expiresAt: until,
      updatedAt: toDate(now),
      lastUsedAt: now,
      ...(address ? { lastAddress: address } : {}),
    })
    .where(eq(identitySessions.token, token));
}

/** Records the use of a session, unless another request did so since `before`. */
export async function touchSession(
  token: string,
  now: Temporal.Instant,
  before: Temporal.Instant,
  { address }: Source,
): Promise<void> {
  const { lastUsedAt } = identitySessions;
  await pool()
    .update(identitySessions)
    .set({ lastUsedAt: now, ...(address ? { lastAddress: address } : {}) })
    .where(and(eq(identitySessions.token, token), or(isNull(lastUsedAt), lt(lastUsedAt, before))));
}

/** Ends a session. @returns its person's id; undefined when it had already ended */
export async function deleteSession(token: string): Promise<string | undefined> {
  const { userId } = identitySessions;
  const [ended] = await pool()
    .delete(identitySessions)
    .where(eq(identitySessions.token, token))
    .returning({ userId });
  return ended?.userId;
}

/** Ends all sessions of a person. @param keep token of a session to spare @returns how many ended */
export async function deleteSessions(userId: string, keep?: string, db: Db = pool()): Promise<number> {
  const ownSessions = eq(identitySessions.userId, userId);
  const { rowCount } = await db
    .delete(identitySessions)
    .where(keep === undefined ? ownSessions : and(ownSessions, ne(identitySessions.token, keep)));
  return rowCount ?? 0;
}

/** A person's live sessions, last used first. @param present token of the current session, to mark it */
export function listSessions(userId: string, present: string, now: Temporal.Instant) {
  const { id, token, ipAddress, userAgent, createdAt, lastUsedAt, lastAddress, expiresAt } = identitySessions;
  return (
    pool()
      // Session tokens never leave the database.
      .select({
        id,
        ipAddress,
        userAgent,
        createdAt,
        lastUsedAt,
        lastAddress,
        isPresent: sql<boolean>`${token} = ${present}`,
      })
      .from(identitySessions)
      .where(and(eq(identitySessions.userId, userId), gt(expiresAt, toDate(now))))
      .orderBy(desc(sql`coalesce(${lastUsedAt}, ${createdAt})`), desc(id))
      // A limit for programs that sign in every minute.
      .limit(100)
  );
}

/**
 * Ends a session chosen from the list.
 * @param present token of the current session
 * @returns its user agent, and whether it was the current one; undefined when it isn't theirs or has ended
 */
export async function deleteListedSession(
  userId: string,
  id: string,
  present: string,
): Promise<{ userAgent: string; wasPresent: boolean } | undefined> {
  const { userAgent, token } = identitySessions;
  const [ended] = await pool()
    .delete(identitySessions)
    .where(and(eq(identitySessions.userId, userId), eq(identitySessions.id, id)))
    .returning({ userAgent, token });
  return ended && { userAgent: ended.userAgent ?? "", wasPresent: ended.token === present };
}

/**
 * Replaces a session's token, in the caller's transaction, which invalidates the old one.
 * @returns whether it was live
 */
export async function rotateSession(
  db: Db,
  from: string,
  to: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rowCount } = await db
    .update(identitySessions)
    .set({ token: to, updatedAt: toDate(now) })
    .where(eq(identitySessions.token, from));
  return rowCount === 1;
}

/** The people with these ids, in no particular order. Unknown ids are missing. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Person[]> {
  return ids.length === 0
    ? []
    : db
        .select(person)
        .from(identityUsers)
        .where(inArray(identityUsers.id, [...ids]));
}

/** The person with this id. For the signed-in person see sessions.server.ts. */
export async function findById(userId: string): Promise<Person | undefined> {
  const [found] = await findPeople(pool(), [userId]);
  return found;
}

/** A person's name; empty when they gave none. */
export async function nameOf(userId: string): Promise<string> {
  const [found] = await pool()
    .select({ name: identityUsers.name })
    .from(identityUsers)
    .where(eq(identityUsers.id, userId));
  return found?.name ?? "";
}

/** Saves a person's name. Existing documents and records keep the old one. */
export async function saveName(userId: string, name: string, now: Temporal.Instant): Promise<void> {
  await pool()
    .update(identityUsers)
    .set({ name, updatedAt: toDate(now) })
    .where(eq(identityUsers.id, userId));
}

export async function findEmail(userId: string): Promise<string | undefined> {
  return (await findById(userId))?.email;
}

/** The person with this address (lowercase). */
export async function findByEmail(db: Db, email: string): Promise<Person | undefined> {
  const [found] = await db.select(person).from(identityUsers).where(eq(identityUsers.email, email));
  return found;
}

/** Whether a person has a password. People who signed up through a provider may have none. */
export async function hasPassword(userId: string): Promise<boolean> {
  const [found] = await pool()
    .select({ password: identityCredentials.password })
    .from(identityCredentials)
    .where(passwordOf(userId));
  return Boolean(found?.password);
}

/** Whether this is the hash of the person's current password. */
export async function isPasswordHash(userId: string, hash: string): Promise<boolean> {
  const [found] = await pool()
    .select({ password: identityCredentials.password })
    .from(identityCredentials)
    .where(passwordOf(userId));
  return found?.password === hash;
}

/**
 * Saves a person's password, in the caller's transaction, also when they had none.
 * @param hash made by `hashPassword`
 */
export async function writePassword(
  db: Db,
  userId: string,
  hash: string,
  now: Temporal.Instant,
): Promise<void> {
  const at = toDate(now);
  const { rowCount } = await db
    .update(identityCredentials)
    .set({ password: hash, updatedAt: at })
    .where(passwordOf(userId));
  if (rowCount) return;
  const row = {
    id: newId(),
    userId,
    providerId: "credential",
    providerAccountId: userId,
    password: hash,
    createdAt: at,
    updatedAt: at,
  };
  // Of two concurrent changes, the later one wins.
  await db
    .insert(identityCredentials)
    .values(row)
    .onConflictDoUpdate({
      target: [identityCredentials.providerId, identityCredentials.providerAccountId],
      set: { password: hash, updatedAt: at },
    });
}

const passwordOf = (userId: string) =>
  and(eq(identityCredentials.userId, userId), eq(identityCredentials.providerId, "credential"));

/**
 * Deletes everything pending under an old password or address, in the caller's transaction: mailed links,
 * resets, second steps.
 */
export async function deletePendingLinks(db: Db, userId: string): Promise<void> {
  await db.delete(identityChallenges).where(eq(identityChallenges.userId, userId));
  await db.delete(identityVerifications).where(eq(identityVerifications.value, userId));
}

/** Saves a new, verified address, in the caller's transaction. @returns false if another person has it */
export async function writeEmail(
  db: Db,
  userId: string,
  email: string,
  now: Temporal.Instant,
): Promise<boolean> {
  if (await findByEmail(db, email)) return false;
  await db
    .update(identityUsers)
    .set({ email, emailVerified: true, updatedAt: toDate(now) })
    .where(eq(identityUsers.id, userId));
  return true;
}

/** Locks a person's row in the caller's transaction, so that changes to one person are serialized. */
export async function lockPerson(db: Db, userId: string): Promise<Person | undefined> {
  const [found] = await db
    .select(person)
    .from(identityUsers)
    .where(eq(identityUsers.id, userId))
    .for("update");
  return found;
}

/** Deletes expired sessions, verifications, events and devices. */
export async function purgeExpired(now: Temporal.Instant): Promise<void> {
  await pool()
    .delete(identitySessions)
    .where(lt(identitySessions.expiresAt, toDate(now)));
  await pool()
    .delete(identityVerifications)
    .where(lt(identityVerifications.expiresAt, toDate(now.subtract({ hours: 30 * 24 }))));
  // Browsers limit cookies to 400 days.
  const longAgo = now.subtract({ hours: 400 * 24 });
  await pool().delete(identityEvents).where(lt(identityEvents.at, longAgo));
  await pool().delete(identityDevices).where(lt(identityDevices.lastSeenAt, longAgo));
}
