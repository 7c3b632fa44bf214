import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type AccountContext, database, isId, now } from "#platform/db/scope.server.ts";
import { leadsMerges } from "../tables.server.ts";

/** How long a merge can be undone. */
export const UNDO_MERGE_FOR: Temporal.DurationLike = { hours: 24 };

/** The lead that one became part of, however often; the id itself if none. */
export async function currentLeadId(ctx: AccountContext, leadId: string): Promise<string> {
  if (!isId(leadId)) return leadId;
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with recursive became as (
      select ${leadId}::uuid as id, 0 as step
       union all
      select m.lead_id, b.step + 1 from became b
        join leads_merges m on m.account_id = ${ctx.account.id} and m.gone_id = b.id and m.undone_at is null
       where b.step < 100)
    select id from became order by step desc limit 1`);
  return rows[0]!.id;
}

/** Ids that a lead had before it became one with others. Histories of jobs still name them. */
export async function formerIdsOf(ctx: AccountContext, leadId: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with recursive had as (
      select m.gone_id as id, 0 as step from leads_merges m
       where m.account_id = ${ctx.account.id} and m.lead_id = ${leadId} and m.undone_at is null
       union
      select m.gone_id, h.step + 1 from had h
        join leads_merges m on m.account_id = ${ctx.account.id} and m.lead_id = h.id and m.undone_at is null
       where h.step < 100)
    select distinct id from had`);
  return rows.map(({ id }) => id);
}

/** A merge that can still be undone. */
export interface UndoableMerge {
  readonly id: string;
  /** Who the lead was merged with. */
  readonly name: string;
  readonly until: Temporal.Instant;
}

/** A lead's merges that can be undone, latest first. */
export async function undoableMerges(ctx: AccountContext, leadId: string): Promise<UndoableMerge[]> {
  const rows = await ctx.db
    .select({
      id: leadsMerges.id,
      at: leadsMerges.at,
      name: sql<string>`${leadsMerges.before} -> 'gone' ->> 'name'`,
    })
    .from(leadsMerges)
    .where(
      and(
        eq(leadsMerges.accountId, ctx.account.id),
        eq(leadsMerges.leadId, leadId),
        isNull(leadsMerges.undoneAt),
        isNotNull(leadsMerges.before),
        gt(leadsMerges.at, ctx.now.subtract(UNDO_MERGE_FOR)),
      ),
    );
  return rows
    .toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
    .map(({ id, name, at }) => ({ id, name, until: at.add(UNDO_MERGE_FOR) }));
}

/** Deletes all about the merges of an erased lead. */
export async function forgetMergesOf(ctx: AccountContext, leadId: string): Promise<void> {
  const ids = [leadId, ...(await formerIdsOf(ctx, leadId))];
  await ctx.db
    .delete(leadsMerges)
    .where(
      and(
        eq(leadsMerges.accountId, ctx.account.id),
        or(inArray(leadsMerges.leadId, ids), inArray(leadsMerges.goneId, ids)),
      ),
    );
}

/** Deletes what merges saved for an undo that isn't possible anymore, in all accounts. */
export async function purgeMerges(): Promise<void> {
  await database().app.query("select leads_forget_merges($1)", [now().subtract(UNDO_MERGE_FOR).toString()]);
}
