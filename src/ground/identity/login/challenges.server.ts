import { and, eq, gt, lt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db } from "#platform/db/database.server.ts";
import { database, now } from "#platform/db/scope.server.ts";
import { isToken, newToken, tokenHash } from "#platform/db/tokens.server.ts";
import { identityChallenges } from "../tables.server.ts";

type Kind = (typeof identityChallenges.$inferSelect)["kind"];

/** Something begun: a second factor asked for, a link mailed, a passkey about to sign. */
export interface Challenge {
  readonly kind: Kind;
  readonly userId: string | null;
  readonly data: Readonly<Record<string, string>>;
}

const pool = () => drizzle(database().app);

/**
 * Begins something that its token ends.
 * @param db the caller's transaction, where this is part of one
 * @returns the token; only its hash is stored
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

/** What a token stands for, unless it is wrong, used or expired. Changes nothing. */
export async function readChallenge(kind: Kind, token: string): Promise<Challenge | undefined> {
  if (!isToken(token)) return undefined;
  const [found] = await pool().select().from(identityChallenges).where(live(kind, token));
  return found;
}

/** Ends what a token stands for. Of two at once one gets it, the other nothing. */
export async function consumeChallenge(
  kind: Kind,
  token: string,
  db: Db = pool(),
): Promise<Challenge | undefined> {
  if (!isToken(token)) return undefined;
  const [taken] = await db.delete(identityChallenges).where(live(kind, token)).returning();
  return taken;
}

/**
 * Ends everything of a kind that a person has begun, such as links mailed to an address that is no longer
 * theirs.
 */
export async function deleteChallenges(userId: string, kind: Kind, db: Db = pool()): Promise<void> {
  await db
    .delete(identityChallenges)
    .where(and(eq(identityChallenges.userId, userId), eq(identityChallenges.kind, kind)));
}

/** Throws away what expired. */
export async function purgeChallenges(): Promise<void> {
  await pool().delete(identityChallenges).where(lt(identityChallenges.expiresAt, now()));
}

function live(kind: Kind, token: string) {
  return and(
    eq(identityChallenges.tokenHash, tokenHash(token)),
    eq(identityChallenges.kind, kind),
    gt(identityChallenges.expiresAt, now()),
  );
}
