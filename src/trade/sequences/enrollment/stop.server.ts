import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { getLead } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { suppressQueued } from "#platform/mail/queue.server.ts";
import { suppressQueuedTexts } from "#platform/sms/queue.server.ts";
import { isGiftStep } from "../sending/gift-step.server.ts";
import { type PausedStep, planRowsAgain } from "./pause-lead.server.ts";
import { replyStops, NOT_SENT } from "../rules.ts";
import { stepMessages, suppressMailsInOutbox, suppressMessages } from "../message/step-messages.server.ts";
import { sequencesEnrolments } from "../tables.server.ts";
import type { Trigger } from "../plan/triggers.ts";

/**
 * Stops everything of a lead who replied, opted out, can't be reached, was won or was lost: steps and calls
 * end with the reason, and queued messages are suppressed.
 * @param includeGift also stop a promised gift; false if they merely replied
 */
export async function stopForLead(
  ctx: AccountContext,
  leadId: string,
  reason: string,
  includeGift: boolean,
): Promise<void> {
  const enrollments = await ctx.db
    .update(sequencesEnrolments)
    .set({ stoppedAt: ctx.now, stopReason: reason, heldAt: null })
    .where(
      and(
        eq(sequencesEnrolments.accountId, ctx.account.id),
        eq(sequencesEnrolments.leadId, leadId),
        isNull(sequencesEnrolments.stoppedAt),
      ),
    )
    .returning({ id: sequencesEnrolments.id });
  await endSteps(
    ctx,
    enrollments.map(({ id }) => id),
    reason,
    includeGift,
  );
  const queued = { accountId: ctx.account.id, aboutId: leadId, reason };
  if (includeGift) await suppressQueued(ctx.db, queued);
  else
    await suppressMessages(ctx, {
      of: sql`s.enrolment_id in (select id from sequences_enrolments where account_id = ${ctx.account.id} and lead_id = ${leadId})
              and not ${isGiftStep}`,
      reason,
    });
  await suppressQueuedTexts(ctx.db, queued);
  await suppressMailsInOutbox(ctx, { leadId, reason, includeGift });
}

/**
 * Stops follow-ups about a matter of a tool, such as an estimate. A second call changes nothing.
 * @param which all about a matter, or all of a lead that are about one, except those an event started
 */
export async function stopAbout(
  ctx: AccountContext,
  which:
    | { readonly aboutId: string }
    | { readonly leadId: string; readonly except: { readonly aboutId: string; readonly event: string } },
  reason: string,
): Promise<void> {
  const these =
    "aboutId" in which
      ? sql`e.about_id = ${which.aboutId}`
      : sql`e.lead_id = ${which.leadId} and e.about_id is not null
            and not (e.about_id = ${which.except.aboutId} and q.trigger ->> 'what' = ${which.except.event})`;
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update sequences_enrolments e set stopped_at = ${ctx.now.toString()}, stop_reason = ${reason}, held_at = null
      from sequences q
     where e.account_id = ${ctx.account.id} and q.account_id = e.account_id and q.id = e.sequence_id
       and e.stopped_at is null and ${these}
    returning e.id`);
  await endEnrollments(
    ctx,
    rows.map(({ id }) => id),
    reason,
    true,
  );
}

/** Stops some enrollments, with their queued messages. Those that are stopped already stay as they are. */
export async function stopEnrollments(
  ctx: AccountContext,
  enrollments: readonly string[],
  reason: string,
  includeGift: boolean,
): Promise<void> {
  if (!enrollments.length) return;
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update sequences_enrolments set stopped_at = ${ctx.now.toString()}, stop_reason = ${reason}, held_at = null
     where account_id = ${ctx.account.id} and id = any(${sql.param(enrollments)}::uuid[]) and stopped_at is null
    returning id`);
  await endEnrollments(
    ctx,
    rows.map(({ id }) => id),
    reason,
    includeGift,
  );
}

async function endEnrollments(
  ctx: AccountContext,
  ids: readonly string[],
  reason: string,
  includeGift: boolean,
): Promise<void> {
  if (!ids.length) return;
  await endSteps(ctx, ids, reason, includeGift);
  const gift = includeGift ? sql`` : sql`and not ${isGiftStep}`;
  await suppressMessages(ctx, { of: sql`s.enrolment_id = any(${sql.param(ids)}::uuid[]) ${gift}`, reason });
}

async function endSteps(
  ctx: AccountContext,
  enrollments: readonly string[],
  reason: string,
  includeGift: boolean,
): Promise<void> {
  if (!enrollments.length) return;
  // A call keeps its time, so that undoing the stop restores it.
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'not_sent', reason = ${reason},
           decided_at = case when s.state = 'task' then s.decided_at else ${ctx.now.toString()} end
     where s.account_id = ${ctx.account.id} and s.enrolment_id = any(${sql.param(enrollments)}::uuid[])
       and s.state in ('waiting', 'held', 'task') ${includeGift ? sql`` : sql`and not ${isGiftStep}`}`);
}

/**
 * Undoes a stage that the business set. Sequences it started end, and those it stopped resume, unless the
 * lead replied meanwhile.
 */
export async function undoStop(
  ctx: AccountContext,
  leadId: string,
  from: "booked" | "won" | "lost" | "replied",
): Promise<void> {
  const account = ctx.account.id;
  const { repliedAt } = await getLead(ctx, leadId);
  const { rows: begun } = await ctx.db.execute<{ id: string }>(sql`
    update sequences_enrolments e set stopped_at = ${ctx.now.toString()}, stop_reason = ${NOT_SENT.takenBack}, held_at = null
      from sequences q
     where e.account_id = ${account} and e.lead_id = ${leadId} and e.stopped_at is null
       and q.account_id = e.account_id and q.id = e.sequence_id and q.trigger ->> 'kind' = 'event' and q.trigger ->> 'what' = ${from}
    returning e.id`);
  const startedIds = begun.map(({ id }) => id);
  await endSteps(ctx, startedIds, NOT_SENT.takenBack, true);
  // Only these; the lead's other enrollments go on.
  await suppressMessages(ctx, {
    of: sql`s.enrolment_id = any(${sql.param(startedIds)}::uuid[])`,
    reason: NOT_SENT.takenBack,
  });
  const { rows: stopped } = await ctx.db.execute<{
    id: string;
    trigger: Trigger;
    started_at: string;
    restarted_at: string | null;
  }>(sql`
    select e.id, q.trigger, e.started_at::text, e.restarted_at::text from sequences_enrolments e
      join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
     where e.account_id = ${account} and e.lead_id = ${leadId} and e.stop_reason = ${NOT_SENT[from]} for update of e`);
  const goesOn = stopped
    .filter(({ trigger, started_at, restarted_at }) => {
      const began = {
        startedAt: instantOf(started_at),
        restartedAt: restarted_at === null ? null : instantOf(restarted_at),
      };
      return !replyStops(trigger, began, repliedAt);
    })
    .map(({ id }) => id);
  if (!goesOn.length) return;
  // A call is open again right away, not planned for later.
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'task', reason = null
      from sequences_enrolments e
     where e.account_id = ${account} and e.id = any(${sql.param(goesOn)}::uuid[]) and s.account_id = e.account_id and s.enrolment_id = e.id
       and s.state = 'not_sent' and s.reason = ${NOT_SENT[from]} and s.decided_at < e.stopped_at`);
  await ctx.db.execute(sql`
    update sequences_enrolments set stopped_at = null, stop_reason = null
     where account_id = ${account} and id = any(${sql.param(goesOn)}::uuid[])`);
  await planStoppedSteps(ctx, goesOn, NOT_SENT[from]);
}

/** Steps `s` that a stop ended for a reason, unsent or as a message `m` on its way. */
const stoppedFor = (reason: SQL): SQL =>
  sql`(s.state = 'not_sent' and s.reason = ${reason} or m.state = 'suppressed' and m.reason = ${reason})`;

/** Plans steps that a stop ended for this reason again, from now. */
export async function planStoppedSteps(
  ctx: AccountContext,
  enrollments: readonly string[],
  reason: string,
): Promise<void> {
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<PausedStep>(sql`
    select s.enrolment_id, s.step, s.due_at::text, q.steps -> s.step as planned
      from sequences_steps s
      join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
      join sequences q on q.account_id = s.account_id and q.id = e.sequence_id
      left join ${stepMessages} m on m.account_id = s.account_id and m.id = s.message_id
     where s.account_id = ${account} and s.enrolment_id = any(${sql.param(enrollments)}::uuid[]) and ${stoppedFor(sql`${reason}`)}
     order by s.enrolment_id, s.step for update of s`);
  await planRowsAgain(ctx, rows);
}

const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));

/** Stops an owner may undo. A client's own opt-out is not among them. */
const RESTARTABLE = [NOT_SENT.replied, NOT_SENT.stopped];

/**
 * Stops a lead's follow-up, except a promised gift. A second call changes nothing.
 * @throws AppError not_found
 */
export async function stopFollowUp(ctx: AccountContext, leadId: string): Promise<void> {
  await getLead(ctx, leadId, { lock: true });
  await stopForLead(ctx, leadId, NOT_SENT.stopped, false);
}

/**
 * Resumes what the owner's last stop, or the lead's last reply, ended: planned from now, with the same
 * distances.
 * @returns the number of resumed enrollments
 * @throws AppError not_found
 */
export async function restartFollowUp(ctx: AccountContext, leadId: string): Promise<number> {
  const account = ctx.account.id;
  await getLead(ctx, leadId, { lock: true });
  const { rows } = await ctx.db.execute<{ id: string; reason: string }>(sql`
    with last as (
      select e.id, e.stop_reason as reason from sequences_enrolments e
       where e.account_id = ${account} and e.lead_id = ${leadId} and e.stop_reason = any(${sql.param(RESTARTABLE)}::text[])
         and e.stopped_at = (select max(m.stopped_at) from sequences_enrolments m where m.account_id = ${account} and m.lead_id = ${leadId})
         and exists (select from sequences_steps s
                       left join ${stepMessages} m on m.account_id = s.account_id and m.id = s.message_id
                      where s.account_id = ${account} and s.enrolment_id = e.id and ${stoppedFor(sql`e.stop_reason`)})
         for update of e)
    update sequences_enrolments e set stopped_at = null, stop_reason = null, restarted_at = ${ctx.now.toString()}
      from last where e.account_id = ${account} and e.id = last.id
    returning e.id, last.reason`);
  for (const [reason, ended] of Map.groupBy(rows, (row) => row.reason))
    await planStoppedSteps(
      ctx,
      ended.map(({ id }) => id),
      reason,
    );
  return rows.length;
}
