import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#platform/db/database.server.ts";
import { recordEvent } from "../security/events.server.ts";
import { identityEvents, identityUsers } from "../tables.server.ts";

/** Records in a person's activity, in the caller's transaction, that they joined or left a business. */
export function recordMembership(
  db: Db,
  userId: string,
  change: "joined" | "left" | "removed",
  business: string,
): Promise<void> {
  return recordEvent(userId, `business-${change}`, null, { business }, db);
}

/**
 * Whether a person ever left or was removed from a business. If they have none now, this isn't their first
 * visit.
 */
export async function hasLeftBusiness(db: Db, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: identityEvents.id })
    .from(identityEvents)
    .where(
      and(
        eq(identityEvents.userId, userId),
        inArray(identityEvents.kind, ["business-left", "business-removed"]),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/**
 * Marks an address as verified. The caller has checked that the person is signed in and has a secret that we
 * mailed to that address only.
 * @param email the address it was mailed to; an address changed since isn't verified
 */
export async function confirmMailbox(
  db: Db,
  userId: string,
  email: string,
  now: Temporal.Instant,
): Promise<void> {
  await db
    .update(identityUsers)
    .set({ emailVerified: true, updatedAt: new Date(now.epochMilliseconds) })
    .where(
      and(
        eq(identityUsers.id, userId),
        eq(identityUsers.email, email),
        eq(identityUsers.emailVerified, false),
      ),
    );
}
