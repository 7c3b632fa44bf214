import { and, asc, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import { foldedSql, containsAll } from "#platform/db/search-text.ts";
import type { Context } from "#platform/db/scope.server.ts";
import { foldedWords } from "#platform/names/folded.ts";
import { siteWaitlistEntries } from "../tables.server.ts";
import { WAITLIST_SOURCES, type WaitlistSource } from "./sources.ts";

export type WaitlistRow = typeof siteWaitlistEntries.$inferSelect;

const { email, source, joinedAt, heldBecause } = siteWaitlistEntries;

/** Whether a text names a waitlist. */
export const isWaitlistSource = (text: string): text is WaitlistSource =>
  (WAITLIST_SOURCES as readonly string[]).includes(text);

export interface WaitlistFilter {
  readonly source?: WaitlistSource | undefined;
  /** Words that must all be in the address, without accents, in any case and order. */
  readonly search?: string | undefined;
}

const matching = ({ source: wanted, search }: WaitlistFilter): SQL | undefined =>
  and(
    wanted ? eq(source, wanted) : undefined,
    search ? containsAll(foldedSql(sql`${email}`), foldedWords(search)) : undefined,
  );

/** Filtered entries, newest first, with the total count. */
export async function listWaitlist(
  ctx: Context,
  filter: WaitlistFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ readonly entries: WaitlistRow[]; readonly matches: number }> {
  const entries = await ctx.db
    .select()
    .from(siteWaitlistEntries)
    .where(matching(filter))
    .orderBy(desc(joinedAt), email, source)
    .limit(limit)
    .offset(offset);
  const [all] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(siteWaitlistEntries)
    .where(matching(filter));
  return { entries, matches: all!.count };
}

/** Entries in the order they were added, after a given one, to read a long list in batches. */
export async function waitlistInOrder(
  ctx: Context,
  filter: WaitlistFilter,
  after: WaitlistRow | undefined,
  limit: number,
): Promise<WaitlistRow[]> {
  const further =
    after &&
    sql`(${joinedAt}, ${email}, ${source}) > (${after.joinedAt.toString()}::timestamptz, ${after.email}, ${after.source})`;
  return ctx.db
    .select()
    .from(siteWaitlistEntries)
    .where(and(matching(filter), further))
    .orderBy(asc(joinedAt), asc(email), asc(source))
    .limit(limit);
}

/** Which of these entries exist. */
export async function findPlaces(
  ctx: Context,
  places: readonly { readonly email: string; readonly source: string }[],
): Promise<WaitlistRow[]> {
  if (!places.length) return [];
  return ctx.db
    .select()
    .from(siteWaitlistEntries)
    .where(
      sql`(${email}, ${source}) in (select * from unnest(${sql.param(places.map((one) => one.email))}::text[], ${sql.param(places.map((one) => one.source))}::text[]))`,
    )
    .orderBy(asc(joinedAt));
}

/** Entries by source: total, quarantined as likely spam, and added since a moment. */
export async function countWaitlist(
  ctx: Context,
  since: Temporal.Instant,
): Promise<
  { readonly source: string; readonly count: number; readonly held: number; readonly recent: number }[]
> {
  return ctx.db
    .select({
      source,
      count: sql<number>`count(*)::int`,
      held: sql<number>`count(${heldBecause})::int`,
      recent: sql<number>`(count(*) filter (where ${gte(joinedAt, since)}))::int`,
    })
    .from(siteWaitlistEntries)
    .groupBy(source);
}

/** Entries by day (UTC) since a moment; days without any are left out. */
export async function waitlistByDay(
  ctx: Context,
  filter: WaitlistFilter,
  since: Temporal.Instant,
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({
      day: sql<string>`(${joinedAt} at time zone 'UTC')::date::text`,
      count: sql<number>`count(*)::int`,
    })
    .from(siteWaitlistEntries)
    .where(and(matching(filter), gte(joinedAt, since)))
    .groupBy(sql`1`);
  return new Map(rows.map(({ day, count }) => [day, count]));
}
