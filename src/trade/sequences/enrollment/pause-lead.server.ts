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
 * Keeps every mail and text planned for a lead from going out until `resumeLeadFollowUp`; what is queued or in a
 * sender's hands is taken back. One whose end is leaving this moment is not stopped. What was promised still
 * goes: a gift is never held. A second time changes nothing.
 */
export async function pauseLeadFollowUp(ctx: AccountContext, leadId: string): Promise<void> {
  await pauseEnrollments(ctx, sql`e.lead_id = ${leadId}`, true);
}

/**
 * Holds everybody to whom a mail or a text is planned before a moment. Whoever is held already stays so, as
 * of when they were.
 * @returns how many people are held by this; `resumePausedAt` gives back these alone
 */
export async function pauseAllDue(ctx: AccountContext, before: Temporal.Instant): Promise<number> {
  // What is due first, then its enrolments by their keys: in one join the planner goes through all there ever
  // were (see claimDueSteps).
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
 * @param which of the running enrolments `e`
 * @param isAgain whether what came into held ones since is held too
 */
async function pauseEnrollments(ctx: AccountContext, which: SQL, isAgain: boolean): Promise<number> {
  const account = ctx.account.id;
  // The enrolments first, then their steps: in the order of stopForLead, so that the two never wait for one
  // another. By their ids, so that two people who hold at once don't either.
  const { rows } = await ctx.db.execute<{ id: string; lead: string; fresh: boolean }>(sql`
    with chosen as (
      select e.id, e.held_at from sequences_enrolments e
       where e.account_id = ${account} and e.stopped_at is null and ${which} order by e.id for update)
    update sequences_enrolments e set held_at = coalesce(e.held_at, ${ctx.now.toString()})
      from chosen where e.account_id = ${account} and e.id = chosen.id
       and e.stopped_at is null ${isAgain ? sql`` : sql`and e.held_at is null`}
    returning e.id, e.lead_id as lead, chosen.held_at is null as fresh`);
  if (!rows.length) return 0;
  const enrolments = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'held', reason = null
     where s.account_id = ${account} and s.enrolment_id = ${enrolments} and s.state = 'waiting' and not ${isGiftStep}`);
  await cancelMessages(ctx, {
    of: sql`s.enrolment_id = ${enrolments} and not ${isGiftStep}`,
    reason: NOT_SENT.held,
    becomes: sql`state = 'held'`,
  });
  for (const leadId of new Set(rows.map(({ lead }) => lead)))
    await publish(ctx, { type: "lead.held", leadId });
  return new Set(rows.flatMap(({ lead, fresh }) => (fresh ? [lead] : []))).size;
}

/** A row that goes on, of an enrolment and a place in it, with the step it is. */
export interface PausedStep extends Record<string, unknown> {
  readonly enrolment_id: string;
  readonly step: number;
  /** As the database writes it. */
  readonly due_at: string;
  readonly planned: Step;
}

/** Lets what is held for a lead go on, planned from now and as far apart as it was. */
export async function resumeLeadFollowUp(ctx: AccountContext, leadId: string): Promise<void> {
  await resumeEnrollments(ctx, sql`lead_id = ${leadId} and held_at is not null`);
}

/**
 * Takes back one hold, by its moment: what was held by it goes on where it was, and what somebody held before
 * or after it stays held.
 * @param of of this lead alone; all whom that hold held where it is left out
 * @returns how many enrolments go on
 */
export function resumePausedAt(ctx: AccountContext, heldAt: Temporal.Instant, of?: string): Promise<number> {
  return resumeEnrollments(
    ctx,
    sql`held_at = ${heldAt.toString()} ${of === undefined ? sql`` : sql`and lead_id = ${of}`}`,
    true,
  );
}

/**
 * The latest hold of a lead, or of anybody where none is named: when, and of how many people; nothing where
 * nobody is held.
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

/** @param isUndo what is still to come stays when it was, also where it was to wait for the hours to open */
async function resumeEnrollments(ctx: AccountContext, which: SQL, isUndo = false): Promise<number> {
  const account = ctx.account.id;
  const { rows: enrolments } = await ctx.db.execute<{ id: string; lead: string }>(sql`
    update sequences_enrolments set held_at = null
     where account_id = ${account} and id in (
       select id from sequences_enrolments where account_id = ${account} and ${which} order by id for update) and held_at is not null
    returning id, lead_id as lead`);
  if (!enrolments.length) return 0;
  for (const leadId of new Set(enrolments.map(({ lead }) => lead)))
    await publish(ctx, { type: "lead.wentOn", leadId });
  // With what was on its way when it was held, and was then kept from being tried again: see hoursOfMail.
  const { rows } = await ctx.db.execute<PausedStep>(sql`
    select s.enrolment_id, s.step, s.due_at::text, q.steps -> s.step as planned
      from sequences_steps s
      join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
      join sequences q on q.account_id = s.account_id and q.id = e.sequence_id
      left join ${stepMessages} m on m.account_id = s.account_id and m.id = s.message_id
     where s.account_id = ${account} and s.enrolment_id = any(${sql.param(enrolments.map(({ id }) => id))}::uuid[])
       and (s.state = 'held' or (m.state = 'suppressed' and m.reason = ${NOT_SENT.held}))
       -- What is paused as a whole goes on with it.
       and (q.paused_at is null or ${isGiftStep})
     order by s.enrolment_id, s.step for update of s`);
  await planRowsAgain(ctx, rows, isUndo);
  return enrolments.length;
}

/**
 * Makes rows wait again, planned from now and as far apart as they were.
 * @param rows in the order of their enrolments and steps
 * @param keeps those of an enrolment that all lie ahead stay when they were, whatever the hours
 */
export async function planRowsAgain(
  ctx: AccountContext,
  rows: readonly PausedStep[],
  keeps = false,
): Promise<void> {
  if (!rows.length) return;
  const calendar = calendarOf(await getBusiness(ctx));
  const planned = [...Map.groupBy(rows, (row) => row.enrolment_id)].flatMap(([id, held]) => {
    const before = held.map((row) => ({
      step: row.planned,
      due: Temporal.Instant.from(row.due_at.replace(" ", "T")),
    }));
    const isAhead = before.every(({ due }) => Temporal.Instant.compare(due, ctx.now) >= 0);
    const due = keeps && isAhead ? before.map((one) => one.due) : planAgain(before, ctx.now, calendar);
    return held.map(({ step }, at) => ({ id, step, due: due[at]!.toString() }));
  });
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'waiting', due_at = made.due, message_id = null, decided_at = null, reason = null
      from unnest(${sql.param(planned.map(({ id }) => id))}::uuid[], ${sql.param(planned.map(({ step }) => step))}::int[],
                  ${sql.param(planned.map(({ due }) => due))}::timestamptz[]) as made (enrolment_id, step, due)
     where s.account_id = ${ctx.account.id} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}
