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

/** What a proof of a mailbox changed. */
export interface Settled {
  /** Whether the address was verified already: then nothing else changed. */
  readonly wasVerified: boolean;
  /** What was turned off besides logins, in words, such as "2 API keys and 1 webhook"; empty for nothing. */
  readonly turnedOff: string;
}

/**
 * Marks a person's address as verified after they opened a link that we emailed there, in the caller's
 * transaction.
 *
 * Had nobody verified it before, then somebody else may have registered the address and be waiting for its
 * owner to verify it. So unless the link was opened in a browser that is signed in to the account, nothing
 * that was set up before opens it or acts for it afterwards: see
 * docs/decisions/0037-a-proved-mailbox-starts-clean.md.
 * @param options.keepPassword it was chosen just now, by the person who reads the email
 * @param options.isSignedIn the link was opened in a browser that is signed in as this person: whoever set it
 * up reads the email
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

/**
 * Ends copies of a person's data: those being made are not finished, and the files of finished ones are
 * removed by the next cleanup.
 */
async function endExports(db: Db, userId: string, now: Temporal.Instant): Promise<void> {
  const { readyAt, failedAt } = identityExports;
  const mine = eq(identityExports.userId, userId);
  await db
    .update(identityExports)
    .set({ failedAt: now })
    .where(and(mine, isNull(readyAt), isNull(failedAt)));
  await db
    .update(identityExports)
    .set({ expiresAt: now })
    .where(and(mine, gt(identityExports.expiresAt, now)));
}
