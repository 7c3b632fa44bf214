import { sql } from "drizzle-orm";
import { latestDeedsOf } from "#ground/events/public.server.ts";
import { lastAsked } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Behavior } from "../plan/conditions.ts";
import type { DueStep } from "./due-steps.server.ts";
import { type Calendar, type ConditionStep, planSteps } from "../plan/planner.ts";

/** A step that comes to its end without a message, or that somebody has to do. */
export interface Settled {
  readonly row: DueStep;
  readonly state: "task" | "passed";
  /** Which way a fork went. */
  readonly reason: string | null;
}

/** A fork whose test is not met. */
export interface LeftOut {
  readonly row: DueStep;
  readonly step: ConditionStep;
  readonly why: string;
}

/** What a lead did, as it is stored. */
export interface KnownBehavior {
  readonly deeds: Behavior["deeds"];
  readonly askedAt: Temporal.Instant | undefined;
}

/** What the leads did who stand before a fork, by lead. Asks nothing where nobody does. */
export async function behaviorsOf(
  ctx: AccountContext,
  due: readonly DueStep[],
): Promise<Map<string, KnownBehavior>> {
  const leads = [
    ...new Set(
      due.filter(({ steps, step }) => steps[step]?.kind === "condition").map(({ leadId }) => leadId),
    ),
  ];
  const [deeds, asked] = await Promise.all([latestDeedsOf(ctx, leads), lastAsked(ctx, leads)]);
  return new Map(leads.map((id) => [id, { deeds: deeds.get(id) ?? [], askedAt: asked.get(id) }]));
}

/** Ends steps that are no messages: one statement whatever their number. */
export async function settle(ctx: AccountContext, settled: readonly Settled[]): Promise<void> {
  if (!settled.length) return;
  await ctx.db.execute(sql`
    update sequences_steps s set state = made.state, reason = made.reason, decided_at = ${ctx.now.toString()}
      from unnest(${sql.param(settled.map(({ row }) => row.enrolmentId))}::uuid[], ${sql.param(settled.map(({ row }) => row.step))}::int[],
                  ${sql.param(settled.map(({ state }) => state))}::text[],
                  ${sql.param(settled.map(({ reason }) => reason))}::text[]) as made (enrolment_id, step, state, reason)
     where s.account_id = ${ctx.account.id} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}

interface Change {
  readonly enrolmentId: string;
  readonly step: number;
  readonly state: "passed" | "not_sent" | "waiting";
  readonly reason: string | null;
  /** Null where it stays. */
  readonly due: string | null;
}

/**
 * Takes forks the other way: what they leave out is not sent and says why, and what follows is planned from
 * this moment, or the enrolment ends. Later rows of an enrolment are changed only while holding its row, and
 * whoever is stopping it at this moment goes first: waiting for them, while they wait for ours, would never
 * end. Such a fork is still waiting when they have finished, and ends as they say.
 */
export async function leaveOut(
  ctx: AccountContext,
  forks: readonly LeftOut[],
  calendar: Calendar,
): Promise<void> {
  if (!forks.length) return;
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from sequences_enrolments
     where account_id = ${account} and id = any(${sql.param(forks.map(({ row }) => row.enrolmentId))}::uuid[]) for update skip locked`);
  const free = new Set(rows.map(({ id }) => id));
  const mine = forks.filter(({ row }) => free.has(row.enrolmentId));
  const changes = mine.flatMap((fork) => changesOf(fork, ctx.now, calendar));
  await ctx.db.execute(sql`
    update sequences_steps s
       set state = made.state, reason = coalesce(made.reason, s.reason), due_at = coalesce(made.due, s.due_at),
           decided_at = case when made.state = 'waiting' then null else ${ctx.now.toString()}::timestamptz end
      from unnest(${sql.param(changes.map(({ enrolmentId }) => enrolmentId))}::uuid[], ${sql.param(changes.map(({ step }) => step))}::int[],
                  ${sql.param(changes.map(({ state }) => state))}::text[], ${sql.param(changes.map(({ reason }) => reason))}::text[],
                  ${sql.param(changes.map(({ due }) => due))}::timestamptz[]) as made (enrolment_id, step, state, reason, due)
     where s.account_id = ${account} and s.enrolment_id = made.enrolment_id and s.step = made.step and s.state = 'waiting'`);
  const ended = mine.filter(({ step }) => step.otherwise === "end");
  if (!ended.length) return;
  await ctx.db.execute(sql`
    update sequences_enrolments e set stopped_at = ${ctx.now.toString()}, stop_reason = made.reason
      from unnest(${sql.param(ended.map(({ row }) => row.enrolmentId))}::uuid[],
                  ${sql.param(ended.map(({ why }) => why))}::text[]) as made (id, reason)
     where e.account_id = ${account} and e.id = made.id`);
}

/** What a fork that is not met makes of its own row and of those after it. */
function changesOf(
  { row: { enrolmentId, step: fork, steps }, step, why }: LeftOut,
  now: Temporal.Instant,
  calendar: Calendar,
): Change[] {
  const first = fork + 1;
  const goesOn =
    step.otherwise === "end" ? steps.length : Math.min(steps.length, first + step.otherwise.skip);
  return [
    { enrolmentId, step: fork, state: "passed", reason: `no, ${why}`, due: null },
    ...steps
      .slice(first, goesOn)
      .map((_, at): Change => ({ enrolmentId, step: first + at, state: "not_sent", reason: why, due: null })),
    ...planSteps(steps.slice(goesOn), now, calendar).map((due, at): Change => ({
      enrolmentId,
      step: goesOn + at,
      state: "waiting",
      reason: null,
      due: due.toString(),
    })),
  ];
}
