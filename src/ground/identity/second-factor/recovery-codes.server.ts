import { randomInt } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { sign } from "#platform/config/signing.server.ts";
import type { Db } from "#platform/db/database.server.ts";
import { type Context, database } from "#platform/db/scope.server.ts";
import { identityRecoveryCodes } from "../tables.server.ts";

const CODES_AT_ONCE = 10;
// Crockford's base 32, without letters that look like digits.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const CODE_LENGTH = 12;
const RECOVERY_CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

const pool = () => drizzle(database().app);
// 60 random bits, hashed with a key derived from SECRET. A slow hash would add nothing, and the database
// alone reveals nothing.
const hashOf = (userId: string, code: string) => sign("recovery code", `${userId} ${code}`).toString("hex");

/**
 * Replaces a person's codes with ten new ones, in the caller's transaction.
 * @returns them, to be shown once
 */
export async function replaceRecoveryCodes({ db, now }: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES_AT_ONCE }, () =>
    Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
  );
  await deleteRecoveryCodes(db, userId);
  await db
    .insert(identityRecoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code), createdAt: now })));
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.delete(identityRecoveryCodes).where(eq(identityRecoveryCodes.userId, userId));
}

/** Normalizes a typed recovery code; undefined when it can't be one. */
export function parseRecoveryCode(typed: string): string | undefined {
  const code = typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return RECOVERY_CODE.test(code) ? code : undefined;
}

/**
 * Uses up a code.
 * @param code from `parseRecoveryCode`
 * @returns whether it was theirs and unused; of two concurrent uses, one succeeds
 */
export async function consumeRecoveryCode(
  { db, now }: Context,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await db
    .update(identityRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(identityRecoveryCodes.userId, userId),
        eq(identityRecoveryCodes.codeHash, hashOf(userId, code)),
        isNull(identityRecoveryCodes.usedAt),
      ),
    );
  return rowCount === 1;
}

/** How many unused codes a person has. */
export async function countRecoveryCodes(userId: string, db: Db = pool()): Promise<number> {
  const [found] = await db
    .select({ left: count() })
    .from(identityRecoveryCodes)
    .where(and(eq(identityRecoveryCodes.userId, userId), isNull(identityRecoveryCodes.usedAt)));
  return found?.left ?? 0;
}
