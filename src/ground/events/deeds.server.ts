import { and, asc, desc, eq, gte, inArray, notInArray, sql } from "drizzle-orm";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { eventsDeeds } from "./tables.server.ts";

const DEED = /^[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*$/;
const LONGEST_DEED = 60;
const LONGEST_ABOUT = 200;

/**
 * Whether a text can name what somebody did: lower-case words with dots, hyphens or underscores between, such
 * as `estimate.viewed`.
 */
export function isDeed(what: string): boolean {
  return what.length <= LONGEST_DEED && DEED.test(what);
}

/** Something that a lead did, as it is kept. */
export interface Deed {
  readonly what: string;
  /** Which one; empty where there is only one. */
  readonly about: string;
  readonly firstAt: Temporal.Instant;
  readonly lastAt: Temporal.Instant;
  readonly times: number;
}

/** When a lead last did something of a kind, whatever it was done to. */
export interface LatestDeed extends Pick<Deed, "what" | "lastAt"> {
  readonly leadId: string;
}

/**
 * Notes what a lead did. Of the same thing done again only the last time and how often is kept.
 * @throws AppError invalid where `what` names nothing (see isDeed) or `about` is very long
 */
export async function recordDeed(
  ctx: AccountContext,
  deed: { leadId: string; what: string; about?: string | undefined },
): Promise<void> {
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
      set: {
        lastAt: sql`greatest(${eventsDeeds.lastAt}, excluded.last_at)`,
        times: sql`${eventsDeeds.times} + 1`,
      },
    });
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

/**
 * What leads did since a moment, the latest first. What has an event of its own is left out: an answer, an
 * appointment, an end.
 */
export async function recentDeeds(
  ctx: AccountContext,
  since: Temporal.Instant,
  limit: number,
): Promise<LatestDeed[]> {
  // Asked at every look at the day.
  const recent = prepared(ctx.db, "events.recent", (db, name) =>
    db
      .select({ leadId: eventsDeeds.leadId, what: eventsDeeds.what, lastAt: eventsDeeds.lastAt })
      .from(eventsDeeds)
      .where(
        and(
          eq(eventsDeeds.accountId, sql.placeholder("account")),
          gte(eventsDeeds.lastAt, sql.placeholder("since")),
          notInArray(eventsDeeds.what, ["replied", "booked", "won", "lost"]),
        ),
      )
      .orderBy(desc(eventsDeeds.lastAt), asc(eventsDeeds.leadId))
      .limit(sql.placeholder("limit"))
      .prepare(name),
  );
  return recent.execute({ account: ctx.account.id, since: since.toString(), limit });
}

/** Forgets what leads did. */
export async function forgetDeeds(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  await ctx.db
    .delete(eventsDeeds)
    .where(and(eq(eventsDeeds.accountId, ctx.account.id), inArray(eventsDeeds.leadId, [...leadIds])));
}

/** The last time of each kind of thing that leads did, by lead. One query whatever their number. */
export async function latestDeedsOf(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, LatestDeed[]>> {
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
  return Map.groupBy(rows as LatestDeed[], ({ leadId }) => leadId);
}
