import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { suppressQueued } from "#platform/mail/queue.server.ts";
import { suppressQueuedTexts } from "#platform/sms/queue.server.ts";
import { NOT_SENT } from "../rules.ts";
import { suppressMailsInOutbox } from "../message/step-messages.server.ts";

/** Stops everything for leads whose import is undone. Waits for messages being sent right now. */
export async function withdrawLeads(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  const account = ctx.account.id;
  const at = ctx.now.toString();
  // Enrollment before steps, as in stopForLead, so that the two can't deadlock.
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update sequences_enrolments set stopped_at = ${at}, stop_reason = ${NOT_SENT.withdrawn}, held_at = null
     where account_id = ${account} and lead_id = any(${sql.param([...leadIds])}::uuid[]) and stopped_at is null returning id`);
  if (rows.length)
    await ctx.db.execute(sql`
      update sequences_steps set state = 'not_sent', reason = ${NOT_SENT.withdrawn}, decided_at = ${at}
       where account_id = ${account} and enrolment_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[]) and state in ('waiting', 'held', 'task')`);
  const { rows: queued } = await ctx.db.execute<{ id: string }>(sql`
    select about_id as id from mail_messages
     where account_id = ${account} and about_id = any(${sql.param([...leadIds])}::uuid[])
       and (state in ('queued', 'claimed') or state = 'sent' and via = 'outbox' and kind = 'followup')
     union
    select about_id from sms_messages
     where account_id = ${account} and about_id = any(${sql.param([...leadIds])}::uuid[])
       and (state in ('queued', 'claimed') or state = 'sent' and via = 'outbox')`);
  for (const { id } of queued) {
    const theirs = { accountId: account, aboutId: id, reason: NOT_SENT.withdrawn };
    await suppressQueued(ctx.db, theirs);
    await suppressQueuedTexts(ctx.db, { ...theirs, withAnswers: true });
    await suppressMailsInOutbox(ctx, { leadId: id, reason: NOT_SENT.withdrawn, includeGift: true });
  }
}

/** Deletes the enrollments and steps of deleted leads. */
export async function forgetLeads(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  const account = ctx.account.id;
  const these = sql`any(${sql.param([...leadIds])}::uuid[])`;
  await ctx.db.execute(sql`
    delete from sequences_steps where account_id = ${account} and enrolment_id in (
      select id from sequences_enrolments where account_id = ${account} and lead_id = ${these})`);
  await ctx.db.execute(
    sql`delete from sequences_enrolments where account_id = ${account} and lead_id = ${these}`,
  );
}
