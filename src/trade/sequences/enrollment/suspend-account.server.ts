import { sql } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { isGiftStep } from "../sending/gift-step.server.ts";
import { type Calendar, openFor, type Step } from "../plan/planner.ts";
import { isTooLate, NOT_SENT } from "../rules.ts";
import { cancelMessages } from "../message/step-messages.server.ts";

/**
 * Pauses an account's follow-up in the transaction that suspends it, and cancels queued and claimed messages.
 * A message that is being sent right now still goes. The business's own pauses remain, also after resuming.
 */
export async function suspendFollowUp(ctx: AccountContext): Promise<void> {
  const account = ctx.account.id;
  await ctx.db.execute(sql`
    update sequences_steps set reason = ${NOT_SENT.suspended} where account_id = ${account} and state = 'waiting'`);
  await cancelMessages(ctx, {
    of: sql`s.state = 'handed'`,
    reason: NOT_SENT.suspended,
    becomes: sql`reason = ${NOT_SENT.suspended}, state = case when not ${isGiftStep} and exists (
      select from sequences_enrolments e join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
       where e.account_id = s.account_id and e.id = s.enrolment_id and (e.held_at is not null or q.paused_at is not null))
      then 'held' else 'waiting' end`,
  });
}

interface PausedStep extends Record<string, unknown> {
  readonly enrolment_id: string;
  readonly step: number;
  /** PostgreSQL's text format. */
  readonly due_at: string;
  readonly started_at: string;
  readonly steps: readonly Step[];
}

/**
 * Resumes an account's follow-up in the transaction that restores it. Steps move by the length of the
 * suspension, so they don't all go at once. A step that is too late by then is not sent.
 */
export async function resumeFollowUp(ctx: AccountContext, since: Temporal.Instant): Promise<void> {
  const account = ctx.account.id;
  const business = await getBusiness(ctx);
  const { rows } = await ctx.db.execute<PausedStep>(sql`
    select s.enrolment_id, s.step, s.due_at::text, e.started_at::text, q.steps
      from sequences_steps s
      join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
      join sequences q on q.account_id = s.account_id and q.id = e.sequence_id
     where s.account_id = ${account} and s.state = 'waiting' for update of s`);
  const calendar = calendarOf(business);
  const decided = rows.map((row) => ({ row, due: dueAfterPause(row, since, ctx.now, calendar) }));
  await ctx.db.execute(sql`
    update sequences_steps s
       set state = case when made.due is null then 'not_sent' else 'waiting' end,
           reason = case when made.due is null then ${NOT_SENT.suspended} end,
           decided_at = case when made.due is null then ${ctx.now.toString()}::timestamptz end,
           due_at = coalesce(made.due, s.due_at)
      from unnest(${sql.param(decided.map(({ row }) => row.enrolment_id))}::uuid[], ${sql.param(decided.map(({ row }) => row.step))}::int[],
                  ${sql.param(decided.map(({ due }) => due?.toString() ?? null))}::timestamptz[]) as made (enrolment_id, step, due)
     where s.account_id = ${account} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}

const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));

/** Undefined if it is too late for it. */
function dueAfterPause(
  row: PausedStep,
  since: Temporal.Instant,
  now: Temporal.Instant,
  calendar: Calendar,
): Temporal.Instant | undefined {
  const step = row.steps[row.step];
  const due = instantOf(row.due_at);
  if (step && isTooLate(step, due, now)) return undefined;
  const started = instantOf(row.started_at);
  const heldFrom = Temporal.Instant.compare(started, since) > 0 ? started : since;
  const moved = due.add(heldFrom.until(now));
  return step ? openFor(step, moved, calendar) : moved;
}
