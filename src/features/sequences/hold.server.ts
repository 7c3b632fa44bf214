import { sql } from "drizzle-orm";
import { getBusiness } from "#features/businesses/public.server.ts";
import { publish } from "#features/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { isGiftStep } from "./gift-step.server.ts";
import { planAgain, type Step } from "./planner.ts";
import { NOT_SENT } from "./rules.ts";
import { stepMessages, takeBackMessages } from "./step-messages.server.ts";

/**
 * Keeps every mail and text planned for a lead from going out until `letGoOn`; what is queued or in a sender's hands is taken back. One whose
 * end is leaving this moment is not stopped. What was promised still goes: a gift is never held. A second time changes nothing.
 */
export async function holdLead(ctx: AccountContext, leadId: string): Promise<void> {
  const account = ctx.account.id;
  // The enrolment first, then its steps: in the order of stopForLead, so that the two never wait for one another.
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update sequences_enrolments set held_at = coalesce(held_at, ${ctx.now.toString()})
     where account_id = ${account} and lead_id = ${leadId} and stopped_at is null returning id`);
  const enrolments = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'held'
     where s.account_id = ${account} and s.enrolment_id = ${enrolments} and s.state = 'waiting' and not ${isGiftStep}`);
  await takeBackMessages(ctx, {
    of: sql`s.enrolment_id = ${enrolments} and not ${isGiftStep}`,
    reason: NOT_SENT.held,
    becomes: sql`state = 'held'`,
  });
  if (rows.length) await publish(ctx, { type: "lead.held", leadId });
}

/** A row that goes on, of an enrolment and a place in it, with the step it is. */
export interface HeldStep extends Record<string, unknown> {
  readonly enrolment_id: string;
  readonly step: number;
  /** As the database writes it. */
  readonly due_at: string;
  readonly planned: Step;
}

/** Lets what is held for a lead go on, planned from now and as far apart as it was. */
export async function letGoOn(ctx: AccountContext, leadId: string): Promise<void> {
  const account = ctx.account.id;
  const { rows: enrolments } = await ctx.db.execute<{ id: string }>(sql`
    update sequences_enrolments set held_at = null
     where account_id = ${account} and lead_id = ${leadId} and held_at is not null returning id`);
  if (!enrolments.length) return;
  await publish(ctx, { type: "lead.wentOn", leadId });
  // With what was on its way when it was held, and was then kept from being tried again: see hoursOfMail.
  const { rows } = await ctx.db.execute<HeldStep>(sql`
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
  await planRowsAgain(ctx, rows);
}

/** Makes rows wait again, planned from now and as far apart as they were. @param rows in the order of their enrolments and steps */
export async function planRowsAgain(ctx: AccountContext, rows: readonly HeldStep[]): Promise<void> {
  if (!rows.length) return;
  const calendar = calendarOf(await getBusiness(ctx));
  const planned = [...Map.groupBy(rows, (row) => row.enrolment_id)].flatMap(([id, held]) => {
    const due = planAgain(
      held.map((row) => ({ step: row.planned, due: Temporal.Instant.from(row.due_at.replace(" ", "T")) })),
      ctx.now,
      calendar,
    );
    return held.map(({ step }, at) => ({ id, step, due: due[at]!.toString() }));
  });
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'waiting', due_at = made.due, message_id = null, decided_at = null, reason = null
      from unnest(${sql.param(planned.map(({ id }) => id))}::uuid[], ${sql.param(planned.map(({ step }) => step))}::int[],
                  ${sql.param(planned.map(({ due }) => due))}::timestamptz[]) as made (enrolment_id, step, due)
     where s.account_id = ${ctx.account.id} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}
