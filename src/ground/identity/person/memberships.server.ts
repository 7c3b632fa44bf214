import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#platform/db/database.server.ts";
import { recordEvent } from "../security/events.server.ts";
import { identityEvents, identityUsers } from "../tables.server.ts";

/**
 * Writes down for a person, in the caller's transaction, that they joined a business or belong to it no more.
 */
export function recordMembership(
  db: Db,
  userId: string,
  change: "joined" | "left" | "removed",
  business: string,
): Promise<void> {
  return recordEvent(userId, `business-${change}`, null, { business }, db);
}

/**
 * Whether a person left a business or was removed from one: who then belongs nowhere has not come for the
 * first time.
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
 * A person reads mail at their address: they are signed in, and hold a secret that the product mailed there
 * and told nobody else.
 * @param email the address it was mailed to: an address changed meanwhile is not verified by it
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
