import { and, eq, gt, isNull, ne } from "drizzle-orm";
import type { Db } from "#platform/db/database.server.ts";
import { deleteSessions, deletePendingLinks } from "../queries.server.ts";
import { turnOffSetUp } from "./first-verification.server.ts";
import {
  identityCredentials,
  identityDevices,
  identityExports,
  identityPasskeys,
  identityRecoveryCodes,
  identityTotp,
  identityUsers,
} from "../tables.server.ts";

export interface Settled {
  /** If true, nothing else changed. */
  readonly wasVerified: boolean;
  /** What was turned off besides logins, such as "2 API keys and 1 webhook"; empty for nothing. */
  readonly turnedOff: string;
}

/**
 * Marks a person's address as verified after they opened a link we mailed there, in the caller's transaction.
 * If it wasn't verified before, someone else may have registered it and be waiting for its owner to verify
 * it. So unless the link was opened in a browser signed in to the account, everything set up before stops
 * working: see docs/decisions/0037-a-proved-mailbox-starts-clean.md.
 * @param options.keepPassword the reader of the email chose it just now
 * @param options.isSignedIn the browser is signed in as this person, so the reader set the account up
 */
export async function verifyMailbox(
  db: Db,
  userId: string,
  now: Temporal.Instant,
  { keepPassword, isSignedIn }: { keepPassword: boolean; isSignedIn: boolean },
): Promise<Settled> {
  const { rowCount } = await db
    .update(identityUsers)
    .set({ emailVerified: true, updatedAt: new Date(now.epochMilliseconds) })
    .where(and(eq(identityUsers.id, userId), eq(identityUsers.emailVerified, false)));
  if (!rowCount) return { wasVerified: true, turnedOff: "" };
  if (isSignedIn) return { wasVerified: false, turnedOff: "" };
  await deleteSessions(userId, undefined, db);
  const { userId: owner, providerId } = identityCredentials;
  await db
    .delete(identityCredentials)
    .where(and(eq(owner, userId), keepPassword ? ne(providerId, "credential") : undefined));
  await db.delete(identityPasskeys).where(eq(identityPasskeys.userId, userId));
  await db.delete(identityTotp).where(eq(identityTotp.userId, userId));
  await db.delete(identityRecoveryCodes).where(eq(identityRecoveryCodes.userId, userId));
  await db.delete(identityDevices).where(eq(identityDevices.userId, userId));
  await deletePendingLinks(db, userId);
  await endExports(db, userId, now);
  return { wasVerified: false, turnedOff: await turnOffSetUp(db, userId, now) };
}

/** Cancels pending data copies, and expires finished ones; the next cleanup removes their files. */
async function endExports(db: Db, userId: string, now: Temporal.Instant): Promise<void> {
  const { readyAt, failedAt } = identityExports;
  const ownExports = eq(identityExports.userId, userId);
  await db
    .update(identityExports)
    .set({ failedAt: now })
    .where(and(ownExports, isNull(readyAt), isNull(failedAt)));
  await db
    .update(identityExports)
    .set({ expiresAt: now })
    .where(and(ownExports, gt(identityExports.expiresAt, now)));
}
