import { and, asc, desc, eq, gte, inArray, notInArray, sql } from "drizzle-orm";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { eventsDeeds } from "./tables.server.ts";

const DEED = /^[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*$/;
const LONGEST_DEED = 60;
const LONGEST_ABOUT = 200;

/**
 * Whether a text is a valid deed name: lowercase words joined by dots, hyphens or underscores, such as
 * `estimate.viewed`.
 */
export function isDeed(what: string): boolean {
  return what.length <= LONGEST_DEED && DEED.test(what);
}

export interface Deed {
  readonly what: string;
  /** Which object; empty if there is only one. */
  readonly about: string;
  readonly firstAt: Temporal.Instant;
  readonly lastAt: Temporal.Instant;
  readonly times: number;
}

/** The last time a lead did a kind of deed, whatever it was about. */
export interface LatestDeed extends Pick<Deed, "what" | "lastAt"> {
  readonly leadId: string;
}

/**
 * Records a deed. Repeats update only the last time and the count.
 * @throws AppError invalid if `what` is not a deed name (see isDeed) or `about` is too long
 */
export async function recordDeed(
  ctx: AccountContext,
  deed: { leadId: string; what: string; about?: string | undefined },
): Promise<void> {
  const { leadId, what, about = "" } = deed;
  if (!isDeed(what) || about.length > LONGEST_ABOUT)
    throw new AppError("invalid", "That’s not the name of something a person did.", {
      fields: { what: `Use lowercase words separated by dots, at most ${LONGEST_DEED} characters.` },
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

/** All deeds of a lead, by last time. */
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
 * Deeds of all leads since a moment, latest first. Deeds with an event of their own (reply, appointment,
 * outcome) are left out.
 */
export async function recentDeeds(
  ctx: AccountContext,
  since: Temporal.Instant,
  limit: number,
): Promise<LatestDeed[]> {
  // Runs on every view of Today.
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

/** Deletes all deeds of leads. */
export async function forgetDeeds(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  await ctx.db
    .delete(eventsDeeds)
    .where(and(eq(eventsDeeds.accountId, ctx.account.id), inArray(eventsDeeds.leadId, [...leadIds])));
}

/** The last time of each kind of deed by lead, in one query. */
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

/**
 * Adds what `gone` did to the same deeds of `leadId`; their other deeds are moved by definePersonColumn.
 * @returns the changed rows as they were, for restoreDeeds
 */
export async function combineDeeds(ctx: AccountContext, leadId: string, gone: string): Promise<unknown> {
  const { rows } = await ctx.db.execute<{ row: unknown }>(sql`
    update events_deeds d
       set first_at = least(d.first_at, g.first_at), last_at = greatest(d.last_at, g.last_at), times = d.times + g.times
      from events_deeds g, events_deeds was
     where d.account_id = ${ctx.account.id} and d.lead_id = ${leadId}
       and g.account_id = d.account_id and g.lead_id = ${gone} and g.what = d.what and g.about = d.about
       and was.account_id = d.account_id and was.lead_id = d.lead_id and was.what = d.what and was.about = d.about
    returning to_jsonb(was) as row`);
  return rows.map(({ row }) => row);
}

/** Undoes combineDeeds. */
export async function restoreDeeds(ctx: AccountContext, rows: unknown): Promise<void> {
  await ctx.db.execute(sql`
    update events_deeds d set first_at = was.first_at, last_at = was.last_at, times = was.times
      from jsonb_populate_recordset(null::events_deeds, ${JSON.stringify(rows ?? [])}::jsonb) was
     where d.account_id = ${ctx.account.id} and was.account_id = d.account_id and was.lead_id = d.lead_id
       and was.what = d.what and was.about = d.about`);
}
