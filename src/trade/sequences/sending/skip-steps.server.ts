import { sql } from "drizzle-orm";
import { latestDeedsOf } from "#ground/events/public.server.ts";
import { lastAsked } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Behavior } from "../plan/conditions.ts";
import type { DueStep } from "./due-steps.server.ts";
import { type Calendar, type ConditionStep, planSteps } from "../plan/planner.ts";
import { lastTalks } from "../status/calls.server.ts";

/** A step that ends without a message, or becomes a task. */
export interface EndedStep {
  readonly row: DueStep;
  readonly state: "task" | "passed";
  readonly reason: string | null;
}

export interface UnmetCondition {
  readonly row: DueStep;
  readonly step: ConditionStep;
  readonly why: string;
}

export interface StoredBehavior {
  readonly deeds: Behavior["deeds"];
  readonly askedAt: Temporal.Instant | undefined;
}

/** Loads the behavior of the leads at a condition, by lead. Runs no query without one. */
export async function loadBehaviors(
  ctx: AccountContext,
  due: readonly DueStep[],
): Promise<Map<string, StoredBehavior>> {
  const leads = [
    ...new Set(
      due.filter(({ steps, step }) => steps[step]?.kind === "condition").map(({ leadId }) => leadId),
    ),
  ];
  const [deeds, asked, talks] = await Promise.all([
    latestDeedsOf(ctx, leads),
    lastAsked(ctx, leads),
    lastTalks(ctx, leads),
  ]);
  return new Map(
    leads.map((id) => [
      id,
      { deeds: [...(deeds.get(id) ?? []), ...talksOf(talks.get(id))], askedAt: asked.get(id) },
    ]),
  );
}

const talksOf = (lastAt: Temporal.Instant | undefined): Behavior["deeds"] =>
  lastAt ? [{ what: "talked", lastAt }] : [];

/** Ends steps without messages, in one statement. */
export async function endSteps(ctx: AccountContext, ended: readonly EndedStep[]): Promise<void> {
  if (!ended.length) return;
  await ctx.db.execute(sql`
    update sequences_steps s set state = made.state, reason = made.reason, decided_at = ${ctx.now.toString()}
      from unnest(${sql.param(ended.map(({ row }) => row.enrolmentId))}::uuid[], ${sql.param(ended.map(({ row }) => row.step))}::int[],
                  ${sql.param(ended.map(({ state }) => state))}::text[],
                  ${sql.param(ended.map(({ reason }) => reason))}::text[]) as made (enrolment_id, step, state, reason)
     where s.account_id = ${ctx.account.id} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}

interface Change {
  readonly enrolmentId: string;
  readonly step: number;
  readonly state: "passed" | "not_sent" | "waiting";
  readonly reason: string | null;
  /** Null: unchanged. */
  readonly due: string | null;
}

/**
 * Applies unmet conditions: skipped steps end with the reason, and later ones are planned from now, or the
 * enrollment ends. That requires the enrollment's lock. If a stop has it, the condition is left alone: the
 * stop waits for our rows, so waiting for it would deadlock, and it ends the condition too.
 */
export async function skipSteps(
  ctx: AccountContext,
  conditions: readonly UnmetCondition[],
  calendar: Calendar,
): Promise<void> {
  if (!conditions.length) return;
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from sequences_enrolments
     where account_id = ${account} and id = any(${sql.param(conditions.map(({ row }) => row.enrolmentId))}::uuid[]) for update skip locked`);
  const lockedIds = new Set(rows.map(({ id }) => id));
  const locked = conditions.filter(({ row }) => lockedIds.has(row.enrolmentId));
  const changes = locked.flatMap((condition) => changesOf(condition, ctx.now, calendar));
  await ctx.db.execute(sql`
    update sequences_steps s
       set state = made.state, reason = coalesce(made.reason, s.reason), due_at = coalesce(made.due, s.due_at),
           decided_at = case when made.state = 'waiting' then null else ${ctx.now.toString()}::timestamptz end
      from unnest(${sql.param(changes.map(({ enrolmentId }) => enrolmentId))}::uuid[], ${sql.param(changes.map(({ step }) => step))}::int[],
                  ${sql.param(changes.map(({ state }) => state))}::text[], ${sql.param(changes.map(({ reason }) => reason))}::text[],
                  ${sql.param(changes.map(({ due }) => due))}::timestamptz[]) as made (enrolment_id, step, state, reason, due)
     where s.account_id = ${account} and s.enrolment_id = made.enrolment_id and s.step = made.step and s.state = 'waiting'`);
  const ended = locked.filter(({ step }) => step.otherwise === "end");
  if (!ended.length) return;
  await ctx.db.execute(sql`
    update sequences_enrolments e set stopped_at = ${ctx.now.toString()}, stop_reason = made.reason
      from unnest(${sql.param(ended.map(({ row }) => row.enrolmentId))}::uuid[],
                  ${sql.param(ended.map(({ why }) => why))}::text[]) as made (id, reason)
     where e.account_id = ${account} and e.id = made.id`);
}

/** Changes to the condition's own row and those after it. */
function changesOf(
  { row: { enrolmentId, step: conditionAt, steps }, step, why }: UnmetCondition,
  now: Temporal.Instant,
  calendar: Calendar,
): Change[] {
  const first = conditionAt + 1;
  const resumesAt =
    step.otherwise === "end" ? steps.length : Math.min(steps.length, first + step.otherwise.skip);
  return [
    { enrolmentId, step: conditionAt, state: "passed", reason: `no, ${why}`, due: null },
    ...steps
      .slice(first, resumesAt)
      .map((_, at): Change => ({ enrolmentId, step: first + at, state: "not_sent", reason: why, due: null })),
    ...planSteps(steps.slice(resumesAt), now, calendar).map((due, at): Change => ({
      enrolmentId,
      step: resumesAt + at,
      state: "waiting",
      reason: null,
      due: due.toString(),
    })),
  ];
}
