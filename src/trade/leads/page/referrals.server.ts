import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { currentLeadId, formerIdsOf } from "../people/merged.server.ts";
import type { WonTotals } from "../stage/won-by-source.server.ts";
import { leads, leadsTouches } from "../tables.server.ts";
import { listPages } from "./pages.server.ts";
import { recommendedBy, referralCode, referralQuery } from "./referral.server.ts";
import { FRIEND } from "./source.ts";

type Source = Readonly<Record<string, string>>;

/** Somebody in a referral: who referred, or who was referred. */
export interface Referred {
  readonly id: string;
  readonly name: string;
}

/** Somebody who came by a client's personal link. */
export interface ReferredLead extends Referred {
  /** When they first came by it. */
  readonly at: Temporal.Instant;
  readonly outcome: "won" | "lost" | null;
}

/**
 * Personal links that leads pass on, to the newest open page.
 * @returns the link of a lead; null without an open page
 */
export async function personalLinks(ctx: AccountContext): Promise<(leadId: string) => string | null> {
  const page = (await listPages(ctx)).find(({ closedAt }) => closedAt === null);
  return (leadId) =>
    page ? `${installation().publicUrl}/p/${page.slug}?${referralQuery(ctx.account.id, leadId)}` : null;
}

/** Who referred a visitor, from the source of a touch; null if nobody did, or they were erased since. */
export async function referrerOf(ctx: AccountContext, source: Source): Promise<Referred | null> {
  const code = recommendedBy(ctx.account.id, source);
  if (!code) return null;
  // Links from before a merge still name the person.
  const id = await currentLeadId(ctx, code);
  const [found] = await ctx.db
    .select({ id: leads.id, name: leads.name })
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, id)));
  return found ?? null;
}

/** Everyone who came by a lead's personal link, the first one first. */
export async function referralsOf(ctx: AccountContext, leadId: string): Promise<ReferredLead[]> {
  const ids = [leadId, ...(await formerIdsOf(ctx, leadId))];
  const codes = ids.map((id) => referralCode(ctx.account.id, id));
  const rows = await ctx.db
    .select({
      id: leads.id,
      name: leads.name,
      outcome: leads.outcome,
      at: sql`min(${leadsTouches.at})`.mapWith(leadsTouches.at),
    })
    .from(leadsTouches)
    .innerJoin(leads, and(eq(leads.accountId, leadsTouches.accountId), eq(leads.id, leadsTouches.leadId)))
    .where(
      and(
        eq(leadsTouches.accountId, ctx.account.id),
        sql`${leadsTouches.source} ? 'friend'`,
        inArray(sql`(${leadsTouches.source} ->> 'friend')`, codes),
      ),
    )
    .groupBy(leads.id, leads.name, leads.outcome)
    .orderBy(asc(sql`min(${leadsTouches.at})`));
  return rows.filter(({ id }) => id !== leadId);
}

/**
 * Totals by who referred people who came since a moment, most people first. A person counts for the first
 * touch that names somebody.
 */
export async function wonByReferrer(
  ctx: AccountContext,
  since: Temporal.Instant,
): Promise<(WonTotals & Referred)[]> {
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<{ code: string; people: number; won: number; cents: string }>(sql`
    with one as (
      select distinct on (t.lead_id) t.source ->> 'friend' as code, l.outcome,
             case when l.outcome = 'won' then l.value_cents end as cents
        from leads_touches t join leads l on l.account_id = t.account_id and l.id = t.lead_id
       where t.account_id = ${account} and t.source ? 'friend' and l.created_at >= ${since.toString()}::timestamptz
       order by t.lead_id, t.at)
    select code, count(*)::int as people, count(*) filter (where outcome = 'won')::int as won,
           coalesce(sum(cents), 0)::text as cents
      from one group by code order by people desc, won desc, code limit 500`);
  const ids = rows.flatMap(({ code }) => recommendedBy(account, { [FRIEND]: code }) ?? []);
  const known = new Map(
    (ids.length === 0
      ? []
      : await ctx.db
          .select({ id: leads.id, name: leads.name })
          .from(leads)
          .where(and(eq(leads.accountId, account), inArray(leads.id, ids)))
    ).map((one) => [one.id, one]),
  );
  const totals = new Map<string, WonTotals & Referred>();
  for (const { code, people, won, cents } of rows) {
    const source = { [FRIEND]: code };
    // Only those that became one with somebody else are looked up one by one.
    const who = known.get(recommendedBy(account, source) ?? "") ?? (await referrerOf(ctx, source));
    if (!who) continue;
    const before = totals.get(who.id) ?? { people: 0, won: 0, cents: 0 };
    totals.set(who.id, {
      ...who,
      people: before.people + people,
      won: before.won + won,
      cents: before.cents + Number(cents),
    });
  }
  return [...totals.values()];
}
