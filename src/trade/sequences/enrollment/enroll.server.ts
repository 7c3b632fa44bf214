import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { offerOfPage } from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { type Calendar, planSteps, type Step } from "../plan/planner.ts";
import { sequences } from "../tables.server.ts";
import { firstSequence } from "../first-sequence.ts";

/** Gives a new page the default sequence. */
export async function createFirstSequence(ctx: AccountContext, pageId: string): Promise<void> {
  const offer = await offerOfPage(ctx, pageId);
  if (!offer) return;
  await ctx.db
    .insert(sequences)
    .values({
      accountId: ctx.account.id,
      id: newId(),
      name: offer.title,
      pageId,
      steps: firstSequence(offer.title),
      createdAt: ctx.now,
    })
    .onConflictDoNothing();
}

/**
 * Enrolls leads in the live sequence of their page, with one ledger row per step. Calling it again changes
 * nothing, even if another sequence went live. Three statements for any number of leads.
 * @param asked false for people from an imported file
 */
export async function enrollLeads(
  ctx: AccountContext,
  captures: readonly { readonly leadId: string; readonly pageId: string }[],
  asked = true,
): Promise<void> {
  const [found, business] = await Promise.all([
    ctx.db
      .select({
        id: sequences.id,
        pageId: sequences.pageId,
        steps: sequences.steps,
        versionOf: sequences.versionOf,
      })
      .from(sequences)
      .where(
        and(
          eq(sequences.accountId, ctx.account.id),
          inArray(sequences.pageId, [...new Set(captures.map(({ pageId }) => pageId))]),
          isNull(sequences.retiredAt),
        ),
      ),
    getBusiness(ctx),
  ]);
  for (const sequence of found) {
    const leads = captures.filter(({ pageId }) => pageId === sequence.pageId).map(({ leadId }) => leadId);
    await enroll(ctx, sequence, leads, calendarOf(business), "once per page", asked);
  }
}

/**
 * Whether a lead may enter a sequence again: never, for a page's sequences; else if the last run ended and
 * began before this time.
 */
type Reentry = "once per page" | { readonly begunBefore: Temporal.Instant };

/**
 * Enrolls leads, with a ledger row per step, in one statement. Even with concurrent calls, a lead has one
 * running enrollment per sequence.
 * @param aboutId what started it, such as an estimate
 * @returns the leads that were enrolled
 */
export async function enroll(
  ctx: AccountContext,
  sequence: {
    readonly id: string;
    readonly pageId: string | null;
    readonly steps: readonly Step[];
    readonly versionOf: string | null;
  },
  leads: readonly string[],
  calendar: Calendar,
  reentry: Reentry,
  asked = true,
  aboutId: string | null = null,
): Promise<string[]> {
  const account = ctx.account.id;
  // A lead in an earlier version is inside.
  const first = sequence.versionOf ?? sequence.id;
  const due = planSteps(sequence.steps, ctx.now, calendar).map(String);
  const { last, mayEnter } =
    reentry === "once per page"
      ? {
          last: sql`(select 0 as run) as last`,
          mayEnter: sql`not exists (
            select from sequences_enrolments e join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
             where e.account_id = ${account} and e.lead_id = one.lead_id and q.page_id = ${sequence.pageId})`,
        }
      : {
          last: sql`lateral (
            select coalesce(max(e.run), 0) as run from sequences_enrolments e
             where e.account_id = ${account} and e.lead_id = one.lead_id and e.sequence_id = ${sequence.id}) as last`,
          mayEnter: sql`not exists (
            select from sequences_enrolments e
             where e.account_id = ${account} and e.lead_id = one.lead_id
               and e.sequence_id in (select v.id from sequences v where v.account_id = ${account} and (v.id = ${first} or v.version_of = ${first}))
               and (e.started_at > ${reentry.begunBefore.toString()}
                    or e.stopped_at is null and exists (
                      select from sequences_steps s
                       where s.account_id = e.account_id and s.enrolment_id = e.id and s.state in ('waiting', 'held'))))`,
        };
  const { rows } = await ctx.db.execute<{ lead_id: string }>(sql`
    with enrolment as (
      insert into sequences_enrolments (account_id, id, sequence_id, lead_id, run, started_at, asked, about_id)
      select ${account}, one.id, ${sequence.id}, one.lead_id, last.run + 1, ${ctx.now.toString()}, ${asked}, ${aboutId}::uuid
        from unnest(${sql.param(leads.map(() => newId()))}::uuid[], ${sql.param(leads)}::uuid[]) as one (id, lead_id), ${last}
       where ${mayEnter}
      on conflict do nothing returning id, lead_id
    ), planned as (
      insert into sequences_steps (account_id, enrolment_id, step, state, due_at)
      select ${account}, enrolment.id, due.step - 1,
             case when q.paused_at is null or due.step = 1 and ${asked} and q.steps -> 0 ->> 'kind' = 'gift' then 'waiting' else 'held' end, due.at
        from enrolment join sequences q on q.account_id = ${account} and q.id = ${sequence.id}, unnest(${sql.param(due)}::timestamptz[]) with ordinality as due (at, step)
    )
    select lead_id from enrolment`);
  return rows.map((row) => row.lead_id);
}
