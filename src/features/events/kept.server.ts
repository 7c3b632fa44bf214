import { and, asc, eq, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { eventsDeeds } from "./tables.server.ts";

/** Something that a lead did, as it is kept. */
export interface Deed {
  readonly what: string;
  /** Which one; empty where there is only one. */
  readonly about: string;
  readonly firstAt: Temporal.Instant;
  readonly lastAt: Temporal.Instant;
  readonly times: number;
}

/** Everything that a lead did, by when it was last done. */
export async function deedsOf(ctx: AccountContext, leadId: string): Promise<Deed[]> {
  return ctx.db
    .select({
      what: eventsDeeds.what,
      about: eventsDeeds.about,
      firstAt: eventsDeeds.firstAt,
      lastAt: eventsDeeds.lastAt,
      times: eventsDeeds.times,
    })
    .from(eventsDeeds)
    .where(and(eq(eventsDeeds.accountId, ctx.account.id), eq(eventsDeeds.leadId, leadId)))
    .orderBy(asc(eventsDeeds.lastAt), asc(eventsDeeds.what));
}

/** Counts a deed. */
export async function keepDeed(ctx: AccountContext, deed: { leadId: string; what: string; about: string }): Promise<void> {
  await ctx.db
    .insert(eventsDeeds)
    .values({ accountId: ctx.account.id, ...deed, firstAt: ctx.now, lastAt: ctx.now, times: 1 })
    .onConflictDoUpdate({
      target: [eventsDeeds.accountId, eventsDeeds.leadId, eventsDeeds.what, eventsDeeds.about],
      set: { lastAt: sql`greatest(${eventsDeeds.lastAt}, excluded.last_at)`, times: sql`${eventsDeeds.times} + 1` },
    });
}
