import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { lockIfActive } from "#ground/businesses/public.server.ts";
import { leadWhoGot } from "#ground/papers/public.server.ts";
import { startByEvent } from "#trade/sequences/public.server.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { SILENT } from "../rules/states.ts";
import { estimates } from "../tables.server.ts";
import { findSent, PAPER } from "../stored/estimates.server.ts";

const HOURS_AHEAD = 72;
/** The email that brought an estimate names its last day, so for this long it needs no reminder. */
const HOURS_SINCE_SENT = 48;
const AT_ONCE = 200;
const STATES = SILENT.map((state) => `'${state}'`).join(", ");

/**
 * The SQL function that finds estimates with follow-up that expire within three days. It runs as the owner of
 * the tables and sees all accounts, so it returns only ids.
 */
export const expiringFunction = `
create or replace function estimates_ending(at timestamptz, after uuid, at_most int) returns table (account uuid, estimate uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.account_id, e.id from estimates_estimates e
    join papers p on p.account_id = e.account_id and p.kind = '${PAPER}' and p.thing_id = e.id and p.version = e.version
   where e.follow_up and e.state in (${STATES}) and e.end_announced < e.version and e.id > after
     and p.answer_by > at and p.answer_by <= at + interval '${HOURS_AHEAD} hours'
     and p.created_at <= at - interval '${HOURS_SINCE_SENT} hours'
     and not exists (select from businesses_accounts a where a.account_id = e.account_id and a.suspended_at is not null)
   order by e.id limit at_most
$$`;

/**
 * Starts the follow-up before an estimate expires: once per version, however many processes run this.
 * @throws the last failure, after all were tried
 */
export async function announceExpiring(): Promise<void> {
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await database().app.query<{ account: string; estimate: string }>(
      "select account, estimate from estimates_ending($1, $2, $3)",
      [now().toString(), after, AT_ONCE],
    );
    for (const { account, estimate } of rows)
      await withAccount(account, (ctx) => announceOne(ctx, estimate)).catch((error: unknown) =>
        failures.push(error),
      );
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.estimate;
  }
  if (failures.length) throw failures.at(-1);
}

async function announceOne(ctx: AccountContext, id: string): Promise<void> {
  if (!(await lockIfActive(ctx))) return;
  // A second process waits here for the first, and then finds nothing to update.
  const [row] = await ctx.db
    .update(estimates)
    .set({ endAnnounced: sql`${estimates.version}` })
    .where(
      and(
        eq(estimates.accountId, ctx.account.id),
        eq(estimates.id, id),
        inArray(estimates.state, SILENT),
        lt(estimates.endAnnounced, estimates.version),
      ),
    )
    .returning();
  const found = row && (await findSent(ctx, id));
  const leadId = found && (await leadWhoGot(ctx, found.version.id));
  if (leadId) await startByEvent(ctx, leadId, "estimate.expiring", id);
}

/** Estimates expire at midnight, where the job is, so every half hour is often enough. */
export const announceExpiringTask: Task<object> = {
  name: "estimates.announce-ends",
  payload: z.object({}),
  every: "*/30 * * * *",
  run: () => announceExpiring(),
};
