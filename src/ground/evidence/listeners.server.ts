import { and, arrayContains, asc, eq, sql } from "drizzle-orm";
import { onEvent } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { evidenceEntries } from "./tables.server.ts";

/**
 * What this feature does when a client asks what is held about them. Who they are to a job, the jobs know:
 * they have them erased.
 */
export function listenForEvidence(): void {
  onEvent("lead.asked", async (ctx, { leadId, tell }) => {
    const found = await entriesAbout(ctx, leadId);
    if (found.length === 0) return;
    tell(
      "In the history of jobs",
      found.map(({ at, kind, payload }) => ({
        at: at.toString(),
        what: kind,
        says: JSON.stringify(payload),
      })),
    );
  });
}

const entriesAbout = (ctx: AccountContext, person: string) =>
  ctx.db
    .select({ at: evidenceEntries.at, kind: evidenceEntries.kind, payload: evidenceEntries.payload })
    .from(evidenceEntries)
    .where(
      and(
        eq(evidenceEntries.accountId, ctx.account.id),
        arrayContains(evidenceEntries.about, [person]),
        sql`${evidenceEntries.payload} is not null`,
      ),
    )
    .orderBy(asc(evidenceEntries.at))
    .limit(1_000);
