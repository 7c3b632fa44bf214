import { sql } from "drizzle-orm";
import { withSystem } from "#platform/db/scope.server.ts";
import type { SpamReason } from "../spam/spam.server.ts";
import { siteWaitlistEntries } from "../tables.server.ts";
import type { WaitlistSource } from "./sources.ts";

/**
 * Saves a waitlist entry; the same address and source again is the same entry, with its original time. A
 * quarantined entry is released when it is sent again without a sign of spam.
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
