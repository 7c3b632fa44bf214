import { sql } from "drizzle-orm";
import { contactStates } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Trigger } from "../plan/triggers.ts";
import { NOT_SENT, replyStops, SUPPRESSED } from "../rules.ts";
import { planStoppedSteps, stopEnrollments, stopForLead } from "./stop.server.ts";

interface SavedRun {
  readonly id: string;
  readonly run: number;
}

/** Enrollments of the lead that goes get later run numbers, because those of one sequence don't overlap. */
export async function renumberRuns(ctx: AccountContext, kept: string, gone: string): Promise<unknown> {
  const { rows } = await ctx.db.execute<Record<string, unknown> & SavedRun>(sql`
    update sequences_enrolments e
       set run = e.run + coalesce((select max(k.run) from sequences_enrolments k
                                    where k.account_id = e.account_id and k.lead_id = ${kept} and k.sequence_id = e.sequence_id), 0)
      from sequences_enrolments was
     where e.account_id = ${ctx.account.id} and e.lead_id = ${gone} and was.account_id = e.account_id and was.id = e.id
    returning e.id, was.run`);
  return rows;
}

/** Undoes renumberRuns(), after the rows are back. */
async function restoreRuns(ctx: AccountContext, runs: readonly SavedRun[]): Promise<void> {
  await ctx.db.execute(sql`
    update sequences_enrolments e set run = was.run
      from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as was (id uuid, run int)
     where e.account_id = ${ctx.account.id} and e.id = was.id`);
}

interface Running extends Record<string, unknown> {
  readonly id: string;
  readonly sequence_id: string;
  readonly trigger: Trigger;
  readonly started_at: string;
  readonly restarted_at: string | null;
  readonly held_at: string | null;
  readonly stopped_at: string | null;
  /** How many steps are decided. */
  readonly came: number;
  readonly steps: readonly unknown[];
}

/**
 * Stops what a merged person must not get: the emails of a sequence that the other one is in too, except
 * where they got further, and everything that they refused, answered or settled under the other name.
 * @param runs what renumberRuns() saved
 * @returns what undoMergedFollowUp() needs
 */
export async function mergeFollowUp(ctx: AccountContext, leadId: string, runs: unknown): Promise<unknown> {
  const { rows } = await ctx.db.execute<Running>(sql`
    select e.id, e.sequence_id, q.trigger, e.started_at::text, e.restarted_at::text, e.held_at::text, e.stopped_at::text,
           (select count(*)::int from sequences_steps s
             where s.account_id = e.account_id and s.enrolment_id = e.id and s.state in ('handed', 'done', 'passed', 'task')) as came,
           (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from sequences_steps s
             where s.account_id = e.account_id and s.enrolment_id = e.id and s.state in ('waiting', 'held', 'task')) as steps
      from sequences_enrolments e
      join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
     where e.account_id = ${ctx.account.id} and e.lead_id = ${leadId} for update of e`);
  const running = rows.filter(({ stopped_at: stoppedAt }) => stoppedAt === null);
  const saved = running.map(({ id, held_at: heldAt, steps }) => ({ id, heldAt, steps }));
  const moved = new Set((runs as readonly SavedRun[]).map(({ id }) => id));
  const twice = [...Map.groupBy(rows, (row) => row.sequence_id).values()].flatMap((same) => {
    if (same.every(({ id }) => moved.has(id)) || !same.some(({ id }) => moved.has(id))) return [];
    const furthest = same.toSorted((one, other) => other.came - one.came)[0]!;
    return same.flatMap(({ id, stopped_at: stoppedAt }) =>
      stoppedAt === null && id !== furthest.id ? [id] : [],
    );
  });
  await stopEnrollments(ctx, twice, NOT_SENT.merged, true);
  await stopRefused(ctx, leadId);
  await stopSettled(
    ctx,
    leadId,
    running.filter(({ id }) => !twice.includes(id)),
  );
  return { runs, saved };
}

async function stopRefused(ctx: AccountContext, leadId: string): Promise<void> {
  const lead = (await contactStates(ctx, [leadId])).get(leadId);
  if (lead?.suppressed) await stopForLead(ctx, leadId, SUPPRESSED[lead.suppressed], true);
  else if (lead?.basis === "private") await stopForLead(ctx, leadId, NOT_SENT.private, true);
}

/** What they answered, booked or ended after an enrollment began ends that one, under either name. */
async function stopSettled(ctx: AccountContext, leadId: string, running: readonly Running[]): Promise<void> {
  const lead = (await contactStates(ctx, [leadId])).get(leadId);
  if (!lead) return;
  const reasons = running.flatMap(({ id, trigger, ...row }) => {
    const startedAt = instantOf(row.started_at);
    const restartedAt = row.restarted_at === null ? null : instantOf(row.restarted_at);
    const isSince = (at: Temporal.Instant | null) =>
      at !== null && Temporal.Instant.compare(at, restartedAt ?? startedAt) > 0;
    const reason =
      lead.outcome && isSince(lead.outcomeAt)
        ? NOT_SENT[lead.outcome]
        : isSince(lead.bookedAt)
          ? NOT_SENT.booked
          : replyStops(trigger, { startedAt, restartedAt }, lead.repliedAt)
            ? NOT_SENT.replied
            : null;
    return reason === null ? [] : [{ id, reason }];
  });
  for (const [reason, ended] of Map.groupBy(reasons, (one) => one.reason))
    await stopEnrollments(
      ctx,
      ended.map(({ id }) => id),
      reason,
      false,
    );
}

const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));

/** Resumes what a merge stopped, as it was planned. A step that is overdue by then goes in the next hours. */
export async function undoMergedFollowUp(
  ctx: AccountContext,
  { leadId, gone, at }: { readonly leadId: string; readonly gone: string; readonly at: Temporal.Instant },
  remembered: unknown,
): Promise<void> {
  if (!remembered) return;
  const { runs, saved } = remembered as {
    readonly runs: readonly SavedRun[];
    readonly saved: readonly {
      readonly id: string;
      readonly heldAt: string | null;
      readonly steps: readonly unknown[];
    }[];
  };
  const account = ctx.account.id;
  await restoreRuns(ctx, runs);
  const { rows: stopped } = await ctx.db.execute<{ id: string; reason: string }>(sql`
    select id, stop_reason as reason from sequences_enrolments
     where account_id = ${account} and id = any(${sql.param(saved.map(({ id }) => id))}::uuid[])
       and stopped_at = ${at.toString()} for update`);
  const ids = stopped.map(({ id }) => id);
  const again = saved.filter(({ id }) => ids.includes(id));
  await ctx.db.execute(sql`
    update sequences_enrolments e set stopped_at = null, stop_reason = null, held_at = was.held
      from jsonb_to_recordset(${JSON.stringify(again.map(({ id, heldAt }) => ({ id, held: heldAt })))}::jsonb) as was (id uuid, held timestamptz)
     where e.account_id = ${account} and e.id = was.id`);
  await ctx.db.execute(sql`
    update sequences_steps s set state = was.state, due_at = was.due_at, reason = was.reason, decided_at = was.decided_at
      from jsonb_populate_recordset(null::sequences_steps, ${JSON.stringify(again.flatMap(({ steps }) => steps))}::jsonb) was
     where s.account_id = ${account} and was.account_id = s.account_id and s.enrolment_id = was.enrolment_id and s.step = was.step
       and s.state = 'not_sent'`);
  // Messages that were on their way are planned again.
  for (const [reason, some] of Map.groupBy(stopped, (one) => one.reason))
    await planStoppedSteps(
      ctx,
      some.map(({ id }) => id),
      reason,
    );
  // What they refused in between.
  await stopRefused(ctx, leadId);
  await stopRefused(ctx, gone);
}
