import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { NOT_SENT } from "../rules.ts";
import { stepMessages } from "../message/step-messages.server.ts";

/** One run of a sequence for a lead. */
export interface FollowUpRun {
  readonly id: string;
  readonly name: string;
  readonly startedAt: Temporal.Instant;
  readonly stoppedAt: Temporal.Instant | null;
  /** Shown after `stopped:`. */
  readonly stopReason: string | null;
  readonly heldAt: Temporal.Instant | null;
  readonly restartedAt: Temporal.Instant | null;
  readonly ahead: number;
  readonly nextAt: Temporal.Instant | null;
  /** Whether `restartFollowUp` would restart it. */
  readonly canRestart: boolean;
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly startedAt: string;
  readonly stoppedAt: string | null;
  readonly stopReason: string | null;
  readonly heldAt: string | null;
  readonly restartedAt: string | null;
  readonly ahead: number;
  readonly nextAt: string | null;
  readonly ended: boolean;
}

/** Lists every run of a sequence for a lead, oldest first. */
export async function followUpRuns(ctx: AccountContext, leadId: string): Promise<FollowUpRun[]> {
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<Row>(sql`
    select e.id, q.name, e.started_at::text as "startedAt", e.stopped_at::text as "stoppedAt", e.stop_reason as "stopReason",
           e.held_at::text as "heldAt", e.restarted_at::text as "restartedAt",
           count(s.step) filter (where s.state in ('waiting', 'held') and s.step > 0)::int as ahead,
           min(s.due_at) filter (where s.state = 'waiting')::text as "nextAt",
           coalesce(bool_or(s.state = 'not_sent' and s.reason = e.stop_reason
                            or m.state = 'suppressed' and m.reason = e.stop_reason), false) as ended
      from sequences_enrolments e
      join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
      left join sequences_steps s on s.account_id = e.account_id and s.enrolment_id = e.id
      left join ${stepMessages} m on m.account_id = s.account_id and m.id = s.message_id
     where e.account_id = ${account} and e.lead_id = ${leadId}
     group by e.id, e.account_id, q.name, e.started_at, e.stopped_at, e.stop_reason, e.held_at, e.restarted_at
     order by e.started_at, e.id`);
  const last = rows.reduce<string | null>(
    (latest, { stoppedAt }) =>
      stoppedAt !== null && (latest === null || stoppedAt > latest) ? stoppedAt : latest,
    null,
  );
  const instantOf = (text: string | null) =>
    text === null ? null : Temporal.Instant.from(text.replace(" ", "T"));
  return rows.map(({ ended, ...row }) => ({
    ...row,
    startedAt: instantOf(row.startedAt)!,
    stoppedAt: instantOf(row.stoppedAt),
    heldAt: instantOf(row.heldAt),
    restartedAt: instantOf(row.restartedAt),
    nextAt: instantOf(row.nextAt),
    canRestart:
      ended &&
      row.stoppedAt === last &&
      (row.stopReason === NOT_SENT.replied || row.stopReason === NOT_SENT.stopped),
  }));
}
