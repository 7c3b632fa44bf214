import { and, eq, gt, lt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db } from "#platform/db/database.server.ts";
import { database, now } from "#platform/db/scope.server.ts";
import { isToken, newToken, tokenHash } from "#platform/db/tokens.server.ts";
import { identityChallenges } from "../tables.server.ts";

type Kind = (typeof identityChallenges.$inferSelect)["kind"];

/** A pending action, such as a second factor, a mailed link or a passkey. */
export interface Challenge {
  readonly kind: Kind;
  readonly userId: string | null;
  readonly data: Readonly<Record<string, string>>;
}

const pool = () => drizzle(database().app);

/**
 * Begins a challenge.
 * @param db the caller's transaction, if any
 * @returns its token, of which only the hash is stored
 */
export async function beginChallenge(
  challenge: Challenge,
  lifetime: Temporal.DurationLike,
  db: Db = pool(),
): Promise<string> {
  const token = newToken();
  const at = now();
  const expiresAt = at.add(lifetime);
  await db
    .insert(identityChallenges)
    .values({ ...challenge, tokenHash: tokenHash(token), createdAt: at, expiresAt });
  return token;
}

/** The challenge of a token; undefined when wrong, used or expired. Doesn't use it up. */
export async function readChallenge(kind: Kind, token: string): Promise<Challenge | undefined> {
  if (!isToken(token)) return undefined;
  const [found] = await pool().select().from(identityChallenges).where(isLive(kind, token));
  return found;
}

/** Uses up a challenge. Of two concurrent callers, one gets it and the other undefined. */
export async function consumeChallenge(
  kind: Kind,
  token: string,
  db: Db = pool(),
): Promise<Challenge | undefined> {
  if (!isToken(token)) return undefined;
  const [consumed] = await db.delete(identityChallenges).where(isLive(kind, token)).returning();
  return consumed;
}

/** Deletes a person's challenges of a kind, such as links mailed to an address that is no longer theirs. */
export async function deleteChallenges(userId: string, kind: Kind, db: Db = pool()): Promise<void> {
  await db
    .delete(identityChallenges)
    .where(and(eq(identityChallenges.userId, userId), eq(identityChallenges.kind, kind)));
}

export async function purgeChallenges(): Promise<void> {
  await pool().delete(identityChallenges).where(lt(identityChallenges.expiresAt, now()));
}

function isLive(kind: Kind, token: string) {
  return and(
    eq(identityChallenges.tokenHash, tokenHash(token)),
    eq(identityChallenges.kind, kind),
    gt(identityChallenges.expiresAt, now()),
  );
}
