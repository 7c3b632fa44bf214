import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { suppressAddress, undoOptOut, unsubscribeLead } from "../opt-outs.server.ts";

/**
 * Opts out everyone a list marks as opted out, leads or not. Their follow-up stops, and no later list can
 * bring them back.
 * @param at when the import started; undoing the import finds its opt-outs by this time
 */
export async function optOutListed(
  ctx: AccountContext,
  emails: readonly string[],
  at: Temporal.Instant,
): Promise<void> {
  if (!emails.length) return;
  const then = { ...ctx, now: at };
  const sorted = [...new Set(emails)].toSorted();
  for (const email of sorted) await suppressAddress(then, email, "unsubscribed");
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from leads where account_id = ${ctx.account.id} and email = any(${sql.param(sorted)}::text[])
       and unsubscribed_at is null order by email`);
  for (const { id } of rows) await unsubscribeLead(then, id);
}

/**
 * Undoes an import's opt-outs and resumes what they stopped.
 * @param at see `optOutListed`
 */
export async function undoListedOptOuts(ctx: AccountContext, at: Temporal.Instant): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from leads where account_id = ${ctx.account.id} and unsubscribed_at = ${at.toString()}::timestamptz
     order by email`);
  for (const { id } of rows) await undoOptOut(ctx, id, at);
  await ctx.db.execute(sql`
    delete from leads_suppressions
     where account_id = ${ctx.account.id} and at = ${at.toString()}::timestamptz and reason = 'unsubscribed'`);
}
