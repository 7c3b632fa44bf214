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

// People and sessions belong to no account, so there is no scope to enter: one statement on the pool.
const pool = () => drizzle(database().app);
const date = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);
const person = {
  id: identityUsers.id,
  email: identityUsers.email,
  emailVerified: identityUsers.emailVerified,
};

/** A session as it was found. */
interface FoundSession {
  readonly person: Person;
  /** When it ends unless it is used again. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** Null until it is written for the first time, a few minutes after its beginning. */
  readonly lastUsedAt: Temporal.Instant | null;
}

/** The person whose live session has this token. */
export async function findSession(token: string, now: Temporal.Instant): Promise<FoundSession | undefined> {
  const db = database().app;
  const query = sessionQueries.get(db) ?? prepareSessionQuery();
  sessionQueries.set(db, query);
  const [session] = await query.execute({ token, now: date(now) });
  return session;
}

// Asked at every request: put together once, and read by the database once per connection.
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

/** Where a session is used from, as far as the caller knows. */
type From = { readonly address?: string | undefined };

/** Lets a session that is in use live until `until`. One that was revoked meanwhile stays gone. */
export async function extendSession(
  token: string,
  now: Temporal.Instant,
  until: Date,
  { address }: From,
): Promise<void> {
  await pool()
    .update(identitySessions)
    .set({
      expiresAt: until,
      updatedAt: date(now),
      lastUsedAt: now,
      ...(address ? { lastAddress: address } : {}),
    })
    .where(eq(identitySessions.token, token));
}

/** Writes down that a session is in use, unless another request did so since `before`. */
export async function touchSession(
  token: string,
  now: Temporal.Instant,
  before: Temporal.Instant,
  { address }: From,
): Promise<void> {
  const { lastUsedAt } = identitySessions;
  await pool()
    .update(identitySessions)
    .set({ lastUsedAt: now, ...(address ? { lastAddress: address } : {}) })
    .where(and(eq(identitySessions.token, token), or(isNull(lastUsedAt), lt(lastUsedAt, before))));
}

/** Ends one session. @returns whose it was, unless it had ended already */
export async function deleteSession(token: string): Promise<string | undefined> {
  const { userId } = identitySessions;
  const [ended] = await pool()
    .delete(identitySessions)
    .where(eq(identitySessions.token, token))
    .returning({ userId });
  return ended?.userId;
}

/**
 * Ends all sessions of a person.
 * @param keep token of the one session that stays
 * @returns how many ended
 */
export async function deleteSessions(userId: string, keep?: string, db: Db = pool()): Promise<number> {
  const mine = eq(identitySessions.userId, userId);
  const { rowCount } = await db
    .delete(identitySessions)
    .where(keep === undefined ? mine : and(mine, ne(identitySessions.token, keep)));
  return rowCount ?? 0;
}

/**
 * The live sessions of a person, the one used last first.
 * @param present token of the session that asks; it is marked
 */
export function listSessions(userId: string, present: string, now: Temporal.Instant) {
  const { id, token, ipAddress, userAgent, createdAt, lastUsedAt, lastAddress, expiresAt } = identitySessions;
  return (
    pool()
      // The tokens themselves never leave the database.
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
      .where(and(eq(identitySessions.userId, userId), gt(expiresAt, date(now))))
      .orderBy(desc(sql`coalesce(${lastUsedAt}, ${createdAt})`), desc(id))
      // Nobody reads more, and a program that signs in every minute must not make the page huge.
      .limit(100)
  );
}

/**
 * Ends a session that the person picked from the list.
 * @param present token of the session that asks
 * @returns what it ran on and whether it was that one; undefined when it is not theirs or has ended
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
 * Gives a session another token in the caller's transaction: whoever holds the old one holds nothing.
 * @returns whether it still lived
 */
export async function rotateSession(
  db: Db,
  from: string,
  to: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rowCount } = await db
    .update(identitySessions)
    .set({ token: to, updatedAt: date(now) })
    .where(eq(identitySessions.token, from));
  return rowCount === 1;
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

/** The person with this id. Not to be taken for the one who is signed in: see sessions.server.ts. */
export async function findById(userId: string): Promise<Person | undefined> {
  const [found] = await findPeople(pool(), [userId]);
  return found;
}

/** What a person wants to be called; empty where they gave no name. */
export async function nameOf(userId: string): Promise<string> {
  const [found] = await pool()
    .select({ name: identityUsers.name })
    .from(identityUsers)
    .where(eq(identityUsers.id, userId));
  return found?.name ?? "";
}

/** Calls a person so from now on. What was made before keeps the name that it bears. */
export async function saveName(userId: string, name: string, now: Temporal.Instant): Promise<void> {
  await pool()
    .update(identityUsers)
    .set({ name, updatedAt: date(now) })
    .where(eq(identityUsers.id, userId));
}

/** The address of a person. */
export async function findEmail(userId: string): Promise<string | undefined> {
  return (await findById(userId))?.email;
}

/** The person with an address, by its lower-case form. */
export async function findByEmail(db: Db, email: string): Promise<Person | undefined> {
  const [found] = await db.select(person).from(identityUsers).where(eq(identityUsers.email, email));
  return found;
}

/** Whether a person has a password: one who came by a provider may have none. */
export async function hasPassword(userId: string): Promise<boolean> {
  const [found] = await pool()
    .select({ password: identityCredentials.password })
    .from(identityCredentials)
    .where(passwordOf(userId));
  return Boolean(found?.password);
}

/** Whether this is the hash of a person's password now. */
export async function isPasswordHash(userId: string, hash: string): Promise<boolean> {
  const [found] = await pool()
    .select({ password: identityCredentials.password })
    .from(identityCredentials)
    .where(passwordOf(userId));
  return found?.password === hash;
}

/**
 * Writes a person's password in the caller's transaction, where there was none too.
 * @param hash as `hashPassword` makes it
 */
export async function writePassword(
  db: Db,
  userId: string,
  hash: string,
  now: Temporal.Instant,
): Promise<void> {
  const at = date(now);
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
  // Two at once: the later one counts.
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
 * Ends everything of a person that was begun with an older password or address, in the caller's transaction:
 * links in mails, resets, second steps under way.
 */
export async function deletePendingLinks(db: Db, userId: string): Promise<void> {
  await db.delete(identityChallenges).where(eq(identityChallenges.userId, userId));
  await db.delete(identityVerifications).where(eq(identityVerifications.value, userId));
}

/**
 * Gives a person another address, which is verified, in the caller's transaction.
 * @returns whether nobody else has it
 */
export async function writeEmail(
  db: Db,
  userId: string,
  email: string,
  now: Temporal.Instant,
): Promise<boolean> {
  if (await findByEmail(db, email)) return false;
  await db
    .update(identityUsers)
    .set({ email, emailVerified: true, updatedAt: date(now) })
    .where(eq(identityUsers.id, userId));
  return true;
}

/**
 * Locks a person's row in the caller's transaction, so that two changes of one person happen one after the
 * other.
 */
export async function lockPerson(db: Db, userId: string): Promise<Person | undefined> {
  const [found] = await db
    .select(person)
    .from(identityUsers)
    .where(eq(identityUsers.id, userId))
    .for("update");
  return found;
}

/** Throws away what nobody can use or needs to see any more. */
export async function purgeExpired(now: Temporal.Instant): Promise<void> {
  await pool()
    .delete(identitySessions)
    .where(lt(identitySessions.expiresAt, date(now)));
  await pool()
    .delete(identityVerifications)
    .where(lt(identityVerifications.expiresAt, date(now.subtract({ hours: 30 * 24 }))));
  // As long as browsers keep a cookie.
  const longAgo = now.subtract({ hours: 400 * 24 });
  await pool().delete(identityEvents).where(lt(identityEvents.at, longAgo));
  await pool().delete(identityDevices).where(lt(identityDevices.lastSeenAt, longAgo));
}
