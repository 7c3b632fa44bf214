import { type SQL, sql } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { isGiftStep } from "../sending/gift-step.server.ts";
import { planAgain, type Step } from "../plan/planner.ts";
import { NOT_SENT } from "../rules.ts";
import { stepMessages, cancelMessages } from "../message/step-messages.server.ts";

/**
 * Pauses a lead's emails and texts until `resumeLeadFollowUp`, and cancels queued and claimed ones. A message
 * that is being sent right now still goes, and so does a gift the lead asked for. Pausing twice changes
 * nothing.
 */
export async function pauseLeadFollowUp(ctx: AccountContext, leadId: string): Promise<void> {
  await pauseEnrollments(ctx, sql`e.lead_id = ${leadId}`, true);
}

/**
 * Pauses everyone with an email or a text due before a given time.
 * @returns the number of leads newly paused; `resumePausedAt` resumes only these
 */
export async function pauseAllDue(ctx: AccountContext, before: Temporal.Instant): Promise<number> {
  // Find due steps first: with one join the planner scans all enrollments (see claimDueSteps).
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with due as materialized (
      select enrolment_id, step from sequences_steps
       where account_id = ${ctx.account.id} and state = 'waiting' and due_at < ${before.toString()})
    select distinct e.id from due
     cross join lateral (
       select id, sequence_id, asked from sequences_enrolments
        where account_id = ${ctx.account.id} and id = due.enrolment_id and held_at is null and stopped_at is null limit 1) e
      join sequences q on q.account_id = ${ctx.account.id} and q.id = e.sequence_id
     where q.steps -> due.step ->> 'kind' in ('mail', 'text') or (q.steps -> due.step ->> 'kind' = 'gift' and not e.asked)`);
  return await pauseEnrollments(
    ctx,
    sql`e.held_at is null and e.id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`,
    false,
  );
}

/**
 * @param which condition on the running enrollments `e`
 * @param includeNew also pause new steps of paused enrollments
 */
async function pauseEnrollments(ctx: AccountContext, which: SQL, includeNew: boolean): Promise<number> {
  const account = ctx.account.id;
  // Enrollments before steps, as in stopForLead, and in order of id, so that concurrent calls can't deadlock.
  const { rows } = await ctx.db.execute<{ id: string; lead: string; fresh: boolean }>(sql`
    with chosen as (
      select e.id, e.held_at from sequences_enrolments e
       where e.account_id = ${account} and e.stopped_at is null and ${which} order by e.id for update)
    update sequences_enrolments e set held_at = coalesce(e.held_at, ${ctx.now.toString()})
      from chosen where e.account_id = ${account} and e.id = chosen.id
       and e.stopped_at is null ${includeNew ? sql`` : sql`and e.held_at is null`}
    returning e.id, e.lead_id as lead, chosen.held_at is null as fresh`);
  if (!rows.length) return 0;
  const enrollments = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'held', reason = null
     where s.account_id = ${account} and s.enrolment_id = ${enrollments} and s.state = 'waiting' and not ${isGiftStep}`);
  await cancelMessages(ctx, {
    of: sql`s.enrolment_id = ${enrollments} and not ${isGiftStep}`,
    reason: NOT_SENT.held,
    becomes: sql`state = 'held'`,
  });
  for (const leadId of new Set(rows.map(({ lead }) => lead)))
    await publish(ctx, { type: "lead.held", leadId });
  return new Set(rows.flatMap(({ lead, fresh }) => (fresh ? [lead] : []))).size;
}

export interface PausedStep extends Record<string, unknown> {
  readonly enrolment_id: string;
  readonly step: number;
  /** PostgreSQL's text format. */
  readonly due_at: string;
  readonly planned: Step;
}

/** Resumes a paused lead. Steps are planned from now, with the same distances. */
export async function resumeLeadFollowUp(ctx: AccountContext, leadId: string): Promise<void> {
  await resumeEnrollments(ctx, sql`lead_id = ${leadId} and held_at is not null`);
}

/**
 * Undoes the pause made at `heldAt`. Steps resume at their original times; other pauses remain.
 * @param of only this lead
 * @returns the number of resumed enrollments
 */
export function resumePausedAt(ctx: AccountContext, heldAt: Temporal.Instant, of?: string): Promise<number> {
  return resumeEnrollments(
    ctx,
    sql`held_at = ${heldAt.toString()} ${of === undefined ? sql`` : sql`and lead_id = ${of}`}`,
    true,
  );
}

/**
 * Finds the latest pause of a lead, or of anyone: its time and number of leads. Undefined if no one is
 * paused.
 */
export async function latestPause(
  ctx: AccountContext,
  of?: string,
): Promise<{ readonly at: Temporal.Instant; readonly people: number } | undefined> {
  const { rows } = await ctx.db.execute<{ at: string; people: number }>(sql`
    select to_json(held_at) #>> '{}' as at, count(distinct lead_id)::int as people from sequences_enrolments
     where account_id = ${ctx.account.id} and held_at is not null ${of === undefined ? sql`` : sql`and lead_id = ${of}`}
     group by held_at order by held_at desc limit 1`);
  const [row] = rows;
  return row && { at: Temporal.Instant.from(row.at), people: row.people };
}

/** @param isUndo future steps keep their times, even outside sending hours */
async function resumeEnrollments(ctx: AccountContext, which: SQL, isUndo = false): Promise<number> {
  const account = ctx.account.id;
  const { rows: enrollments } = await ctx.db.execute<{ id: string; lead: string }>(sql`
    update sequences_enrolments set held_at = null
     where account_id = ${account} and id in (
       select id from sequences_enrolments where account_id = ${account} and ${which} order by id for update) and held_at is not null
    returning id, lead_id as lead`);
  if (!enrollments.length) return 0;
  for (const leadId of new Set(enrollments.map(({ lead }) => lead)))
    await publish(ctx, { type: "lead.wentOn", leadId });
  // Includes messages that were being sent when the pause came and not retried: see mayMailGoNow.
  const { rows } = await ctx.db.execute<PausedStep>(sql`
    select s.enrolment_id, s.step, s.due_at::text, q.steps -> s.step as planned
      from sequences_steps s
      join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
      join sequences q on q.account_id = s.account_id and q.id = e.sequence_id
      left join ${stepMessages} m on m.account_id = s.account_id and m.id = s.message_id
     where s.account_id = ${account} and s.enrolment_id = any(${sql.param(enrollments.map(({ id }) => id))}::uuid[])
       and (s.state = 'held' or (m.state = 'suppressed' and m.reason = ${NOT_SENT.held}))
       -- Leads of a paused sequence resume with it.
       and (q.paused_at is null or ${isGiftStep})
     order by s.enrolment_id, s.step for update of s`);
  await planRowsAgain(ctx, rows, isUndo);
  return enrollments.length;
}

/**
 * Sets rows back to waiting, planned from now with the same distances.
 * @param rows ordered by enrollment and step
 * @param keepFuture enrollments with only future steps keep their times, even outside sending hours
 */
export async function planRowsAgain(
  ctx: AccountContext,
  rows: readonly PausedStep[],
  keepFuture = false,
): Promise<void> {
  if (!rows.length) return;
  const calendar = calendarOf(await getBusiness(ctx));
  const planned = [...Map.groupBy(rows, (row) => row.enrolment_id)].flatMap(([id, stepRows]) => {
    const paused = stepRows.map((row) => ({
      step: row.planned,
      due: Temporal.Instant.from(row.due_at.replace(" ", "T")),
    }));
    const isAhead = paused.every(({ due }) => Temporal.Instant.compare(due, ctx.now) >= 0);
    const due = keepFuture && isAhead ? paused.map((one) => one.due) : planAgain(paused, ctx.now, calendar);
    return stepRows.map(({ step }, at) => ({ id, step, due: due[at]!.toString() }));
  });
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'waiting', due_at = made.due, message_id = null, decided_at = null, reason = null
      from unnest(${sql.param(planned.map(({ id }) => id))}::uuid[], ${sql.param(planned.map(({ step }) => step))}::int[],
                  ${sql.param(planned.map(({ due }) => due))}::timestamptz[]) as made (enrolment_id, step, due)
     where s.account_id = ${ctx.account.id} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}
