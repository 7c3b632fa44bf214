import { sql } from "drizzle-orm";
import { withSystem } from "#platform/db/scope.server.ts";
import type { SpamReason } from "../spam/spam.server.ts";
import { siteWaitlistEntries } from "../tables.server.ts";
import type { WaitlistSource } from "./sources.ts";

/**
 * Keeps a place on a waitlist; the same address and source again is the same place, with the time it was
 * first taken. One that was held is believed as soon as it comes without a sign of spam.
 * @param email in lower case
 */
export async function joinWaitlist(
  email: string,
  source: WaitlistSource,
  held: SpamReason | null,
): Promise<void> {
  await withSystem(({ db, now }) =>
    db
      .insert(siteWaitlistEntries)
      .values({ email, source, joinedAt: now, heldBecause: held })
      .onConflictDoUpdate({
        target: [siteWaitlistEntries.email, siteWaitlistEntries.source],
        set: { heldBecause: null },
        setWhere: sql`${siteWaitlistEntries.heldBecause} is not null and ${held}::text is null`,
      }),
  );
}
