import { and, arrayContains, asc, eq, sql } from "drizzle-orm";
import { onEvent } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { evidenceEntries } from "./tables.server.ts";

/**
 * Answers what is stored about a client. Erasing is started by the jobs room, which knows a client's jobs.
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
