import { and, eq, inArray, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { eventsDeeds } from "./tables.server.ts";

const DEED = /^[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*$/;
const LONGEST_DEED = 60;
const LONGEST_ABOUT = 200;

/** Whether a text can name what somebody did: lower-case words with dots, hyphens or underscores between, such as `estimate.viewed`. */
export function isDeed(what: string): boolean {
  return what.length <= LONGEST_DEED && DEED.test(what);
}

/** Something that a lead did, once or often. */
export interface Deed {
  readonly leadId: string;
  readonly what: string;
  readonly lastAt: Temporal.Instant;
}

/**
 * Notes what a lead did. Of the same thing done again only the last time and how often is kept.
 * @throws AppError invalid where `what` names nothing (see isDeed) or `about` is very long
 */
export async function recordDeed(ctx: AccountContext, deed: { leadId: string; what: string; about?: string | undefined }): Promise<void> {
  const { leadId, what, about = "" } = deed;
  if (!isDeed(what) || about.length > LONGEST_ABOUT)
    throw new AppError("invalid", "That is not the name of something a person did.", {
      fields: { what: `Please use lower-case words with dots between, at most ${LONGEST_DEED} characters.` },
    });
  await ctx.db
    .insert(eventsDeeds)
    .values({ accountId: ctx.account.id, leadId, what, about, firstAt: ctx.now, lastAt: ctx.now, times: 1 })
    .onConflictDoUpdate({
      target: [eventsDeeds.accountId, eventsDeeds.leadId, eventsDeeds.what, eventsDeeds.about],
      set: { lastAt: sql`greatest(${eventsDeeds.lastAt}, excluded.last_at)`, times: sql`${eventsDeeds.times} + 1` },
    });
}

/** What leads did, by lead: each kind with its last time, whatever it was about. One query whatever their number. */
export async function deedsOf(ctx: AccountContext, leadIds: readonly string[]): Promise<Map<string, Deed[]>> {
  if (!leadIds.length) return new Map();
  const rows = await ctx.db
    .select({
      leadId: eventsDeeds.leadId,
      what: eventsDeeds.what,
      lastAt: sql`max(${eventsDeeds.lastAt})`.mapWith(eventsDeeds.lastAt),
    })
    .from(eventsDeeds)
    .where(and(eq(eventsDeeds.accountId, ctx.account.id), inArray(eventsDeeds.leadId, [...leadIds])))
    .groupBy(eventsDeeds.leadId, eventsDeeds.what);
  return Map.groupBy(rows as Deed[], ({ leadId }) => leadId);
}
