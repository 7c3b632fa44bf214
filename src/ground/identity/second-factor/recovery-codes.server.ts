import { randomInt } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { sign } from "#platform/config/signing.server.ts";
import type { Db } from "#platform/db/database.server.ts";
import { type Context, database } from "#platform/db/scope.server.ts";
import { identityRecoveryCodes } from "../tables.server.ts";

/** How many recovery codes a person is given at once. */
const CODES_AT_ONCE = 10;
// No letter that reads like a digit: Crockford's base 32.
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 12;
const RECOVERY_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

const pool = () => drizzle(database().app);
// 60 random bits behind a key of SECRET: a slow hash would add nothing, and a copy of the database alone
// shows nothing.
const hashOf = (userId: string, code: string) => sign("recovery code", `${userId} ${code}`).toString("hex");

/**
 * Makes ten new codes in the caller's transaction; the ones before no longer work.
 * @returns them, for the one time they are shown
 */
export async function replaceRecoveryCodes({ db, now }: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES_AT_ONCE }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(""),
  );
  await deleteRecoveryCodes(db, userId);
  await db
    .insert(identityRecoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code), createdAt: now })));
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

/** Throws all codes of a person away. */
export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.delete(identityRecoveryCodes).where(eq(identityRecoveryCodes.userId, userId));
}

/** A recovery code as it was made, of what somebody typed; undefined when it can't be one. */
export function parseRecoveryCode(typed: string): string | undefined {
  const code = typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return RECOVERY_CODE.test(code) ? code : undefined;
}

/**
 * Uses a code up.
 * @param code of `parseRecoveryCode`.
 * @returns whether it was one of theirs and unused; of two at once one is
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

/** How many codes a person can still use. */
export async function countRecoveryCodes(userId: string, db: Db = pool()): Promise<number> {
  const [found] = await db
    .select({ left: count() })
    .from(identityRecoveryCodes)
    .where(and(eq(identityRecoveryCodes.userId, userId), isNull(identityRecoveryCodes.usedAt)));
  return found?.left ?? 0;
}
