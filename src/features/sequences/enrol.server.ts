import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { getBusiness } from "#features/businesses/public.server.ts";
import { offerOfPage } from "#features/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { calendarOf, planSteps } from "./planner.ts";
import { sequences } from "./tables.server.ts";
import { firstSequence } from "./words.ts";

/** A new page starts with the sequence that every business begins with: the gift at once, one follow-up two days later. */
export async function createFirstSequence(ctx: AccountContext, pageId: string): Promise<void> {
  const offer = await offerOfPage(ctx, pageId);
  if (!offer) return;
  await ctx.db
    .insert(sequences)
    .values({ accountId: ctx.account.id, id: newId(), name: offer.title, pageId, steps: firstSequence(offer.title), createdAt: ctx.now })
    .onConflictDoNothing();
}

/**
 * Enrols leads in the live sequences of the pages they came through, with one ledger row per step. A second time changes nothing, also
 * where the page has gone live with another one since. Three statements whatever their number.
 */
export async function enrolLeads(
  ctx: AccountContext,
  captures: readonly { readonly leadId: string; readonly pageId: string }[],
): Promise<void> {
  const account = ctx.account.id;
  const [found, { zone }] = await Promise.all([
    ctx.db
      .select({ id: sequences.id, pageId: sequences.pageId, steps: sequences.steps })
      .from(sequences)
      .where(
        and(
          eq(sequences.accountId, account),
          inArray(sequences.pageId, [...new Set(captures.map(({ pageId }) => pageId))]),
          isNull(sequences.retiredAt),
        ),
      ),
    getBusiness(ctx),
  ]);
  for (const sequence of found) {
    const leads = captures.filter(({ pageId }) => pageId === sequence.pageId).map(({ leadId }) => leadId);
    const due = planSteps(sequence.steps, ctx.now, calendarOf(zone)).map(String);
    await ctx.db.execute(sql`
      with enrolment as (
        insert into sequences_enrolments (account_id, id, sequence_id, lead_id, started_at)
        select ${account}, one.id, ${sequence.id}, one.lead_id, ${ctx.now.toString()}
          from unnest(${sql.param(leads.map(() => newId()))}::uuid[], ${sql.param(leads)}::uuid[]) as one (id, lead_id)
         where not exists (
           select from sequences_enrolments e join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
            where e.account_id = ${account} and e.lead_id = one.lead_id and q.page_id = ${sequence.pageId})
        on conflict do nothing returning id
      )
      insert into sequences_steps (account_id, enrolment_id, step, state, due_at)
      select ${account}, enrolment.id, due.step - 1, 'waiting', due.at
        from enrolment, unnest(${sql.param(due)}::timestamptz[]) with ordinality as due (at, step)`);
  }
}
