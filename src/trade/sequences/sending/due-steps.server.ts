import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { type Calendar, planSteps, type Step } from "../plan/planner.ts";
import { OVERDUE } from "../plan/overdue.ts";
import type { Trigger } from "../plan/triggers.ts";
import { sequences, sequencesEnrolments, sequencesSteps } from "../tables.server.ts";

/** Steps per transaction. */
export const BATCH = 100;
/** A due ledger row, locked, with everything needed to decide it. */
export interface DueStep {
  readonly enrolmentId: string;
  readonly step: number;
  readonly dueAt: Temporal.Instant;
  readonly leadId: string;
  readonly stopReason: string | null;
  readonly startedAt: Temporal.Instant;
  /** When it was restarted after it ended. */
  readonly restartedAt: Temporal.Instant | null;
  /** They asked for the gift, so it goes right away. */
  readonly asked: boolean;
  readonly trigger: Trigger;
  readonly steps: readonly Step[];
  readonly pageId: string | null;
  /** What started it, such as an estimate. */
  readonly aboutId: string | null;
  readonly isPaused: boolean;
  /** The step before; null if it was not sent, or there is none. */
  readonly before: {
    /** Its message is not yet sent or ended. */
    readonly isUnderWay: boolean;
    /** When it was sent or decided. */
    readonly at: Temporal.Instant | null;
    /** The message's next attempt. */
    readonly triedAt: Temporal.Instant | null;
  } | null;
}

const UNDER_WAY = ["queued", "claimed", "committing"] as const;
const ENDED: ("task" | "done" | "passed")[] = ["task", "done", "passed"];

/**
 * Lets only one worker at a time claim the steps of an account that is behind: two batches at once would get
 * slots in the order of their workers instead of their due times. No row is locked yet, so waiting is safe.
 */
export async function waitForTurn(ctx: AccountContext): Promise<void> {
  const [oldest] = await ctx.db
    .select({ dueAt: sequencesSteps.dueAt })
    .from(sequencesSteps)
    .where(and(eq(sequencesSteps.accountId, ctx.account.id), eq(sequencesSteps.state, "waiting")))
    .orderBy(asc(sequencesSteps.dueAt))
    .limit(1);
  if (oldest && Temporal.Instant.compare(ctx.now, oldest.dueAt.add(OVERDUE)) > 0)
    await ctx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('behind ' || ${ctx.account.id}, 0))`,
    );
}

/**
 * Claims an account's due steps, the longest due first. Skips rows locked by other workers.
 *
 * Sleeping steps must cost nothing (bench/claim.ts), so due rows are found first and the rest is looked up by
 * key. With one join the planner started from the sequences: it assumes that an account and its sequences are
 * independent, expected one enrollment, and scanned all the account ever had. A subquery with a limit
 * prevents that.
 */
export async function claimDueSteps(ctx: AccountContext): Promise<DueStep[]> {
  const { db } = ctx;
  const account = ctx.account.id;
  const due = db.$with("due").as(
    db
      .select({
        enrolmentId: sequencesSteps.enrolmentId,
        step: sequencesSteps.step,
        dueAt: sequencesSteps.dueAt,
        messageBefore: sql<string | null>`${forerunner.messageId}`.as("message_before"),
        passedBefore: sql`case when ${inArray(forerunner.state, ENDED)} then ${forerunner.decidedAt} end`
          .mapWith(forerunner.decidedAt)
          .as("passed_before"),
      })
      .from(sequencesSteps)
      .leftJoin(
        forerunner,
        and(
          eq(forerunner.accountId, sequencesSteps.accountId),
          eq(forerunner.enrolmentId, sequencesSteps.enrolmentId),
          eq(forerunner.step, sql`${sequencesSteps.step} - 1`),
        ),
      )
      .where(
        and(
          eq(sequencesSteps.accountId, account),
          eq(sequencesSteps.state, "waiting"),
          lte(sequencesSteps.dueAt, ctx.now),
          // An enrollment's steps are decided one after another, even if all are due.
          sql`${forerunner.state} is distinct from 'waiting'`,
        ),
      )
      .orderBy(asc(sequencesSteps.dueAt))
      .limit(BATCH)
      .for("update", { of: sequencesSteps, skipLocked: true }),
  );
  const sequence = db
    .select({
      steps: sequences.steps,
      pageId: sequences.pageId,
      trigger: sequences.trigger,
      pausedAt: sequences.pausedAt,
    })
    .from(sequences)
    .where(and(eq(sequences.accountId, account), eq(sequences.id, sequencesEnrolments.sequenceId)))
    .limit(1)
    .as("sequence");
  const rows = await db
    .with(due)
    .select({
      enrolmentId: due.enrolmentId,
      step: due.step,
      dueAt: due.dueAt,
      leadId: sequencesEnrolments.leadId,
      stopReason: sequencesEnrolments.stopReason,
      startedAt: sequencesEnrolments.startedAt,
      restartedAt: sequencesEnrolments.restartedAt,
      asked: sequencesEnrolments.asked,
      aboutId: sequencesEnrolments.aboutId,
      trigger: sequence.trigger,
      steps: sequence.steps,
      pageId: sequence.pageId,
      pausedAt: sequence.pausedAt,
      passedBefore: due.passedBefore,
      messageState: mailMessages.state,
      sentAt: mailMessages.sentAt,
      triedAt: mailMessages.nextAttemptAt,
      textState: smsMessages.state,
      textSentAt: smsMessages.sentAt,
      textTriedAt: smsMessages.nextAttemptAt,
    })
    .from(due)
    .innerJoin(
      sequencesEnrolments,
      and(eq(sequencesEnrolments.accountId, account), eq(sequencesEnrolments.id, due.enrolmentId)),
    )
    .innerJoinLateral(sequence, sql`true`)
    .leftJoin(mailMessages, and(eq(mailMessages.accountId, account), eq(mailMessages.id, due.messageBefore)))
    .leftJoin(smsMessages, and(eq(smsMessages.accountId, account), eq(smsMessages.id, due.messageBefore)))
    .orderBy(asc(due.dueAt));
  return rows.map(
    ({
      pausedAt,
      passedBefore,
      messageState,
      sentAt,
      triedAt,
      textState,
      textSentAt,
      textTriedAt,
      ...row
    }) => ({
      ...row,
      isPaused: pausedAt !== null,
      before: outcomeBefore({
        passedBefore,
        messageState: messageState ?? textState,
        sentAt: sentAt ?? textSentAt,
        triedAt: triedAt ?? textTriedAt,
      }),
    }),
  );
}

function outcomeBefore(row: {
  passedBefore: Temporal.Instant | null;
  messageState: string | null;
  sentAt: Temporal.Instant | null;
  triedAt: Temporal.Instant | null;
}): DueStep["before"] {
  if (row.passedBefore) return { isUnderWay: false, at: row.passedBefore, triedAt: null };
  if (row.messageState === null) return null;
  return {
    isUnderWay: (UNDER_WAY as readonly string[]).includes(row.messageState),
    at: row.sentAt,
    triedAt: row.triedAt,
  };
}

const forerunner = alias(sequencesSteps, "forerunner");

const thisStep = (ctx: AccountContext, row: { enrolmentId: string; step: number }) =>
  and(
    eq(sequencesSteps.accountId, ctx.account.id),
    eq(sequencesSteps.enrolmentId, row.enrolmentId),
    eq(sequencesSteps.step, row.step),
  );

/** Marks steps as handed over, in one statement. */
export async function markHanded(
  ctx: AccountContext,
  made: readonly { readonly row: DueStep; readonly messageId: string }[],
): Promise<void> {
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'handed', message_id = made.message_id, reason = null, decided_at = ${ctx.now.toString()}
      from unnest(${sql.param(made.map(({ row }) => row.enrolmentId))}::uuid[], ${sql.param(made.map(({ row }) => row.step))}::int[],
                  ${sql.param(made.map(({ messageId }) => messageId))}::uuid[]) as made (enrolment_id, step, message_id)
     where s.account_id = ${ctx.account.id} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}

/** Ends a step with a reason. */
export async function endUnsent(
  ctx: AccountContext,
  row: { enrolmentId: string; step: number },
  reason: string,
): Promise<void> {
  await ctx.db
    .update(sequencesSteps)
    .set({ state: "not_sent", reason, decidedAt: ctx.now })
    .where(thisStep(ctx, row));
}

/**
 * Postpones steps and plans the following ones from there. If a stop has locked an enrollment, the following
 * steps keep their times: it waits for our rows, so waiting for it would deadlock.
 * @param moves `why` is absent if the step's own hours explain it
 */
export async function postpone(
  ctx: AccountContext,
  moves: readonly { readonly row: DueStep; readonly until: Temporal.Instant; readonly why?: string }[],
  calendar: Calendar,
): Promise<void> {
  if (!moves.length) return;
  const account = ctx.account.id;
  const lines = moves.flatMap(({ row: { enrolmentId, step, steps }, until, why = null }) =>
    [until, ...planSteps(steps.slice(step + 1), until, calendar)].map((due, after) => ({
      enrolmentId,
      step: step + after,
      due,
      after,
      why: after === 0 ? why : null,
    })),
  );
  await ctx.db.execute(sql`
    with free as (
      select id from sequences_enrolments
       where account_id = ${account} and id = any(${sql.param(moves.map(({ row }) => row.enrolmentId))}::uuid[]) for update skip locked)
    update sequences_steps s set due_at = greatest(s.due_at, moved.due), reason = moved.why
      from unnest(${sql.param(lines.map(({ enrolmentId }) => enrolmentId))}::uuid[], ${sql.param(lines.map(({ step }) => step))}::int[],
                  ${sql.param(lines.map(({ due }) => due.toString()))}::timestamptz[],
                  ${sql.param(lines.map(({ after }) => after))}::int[],
                  ${sql.param(lines.map(({ why }) => why))}::text[]) as moved (enrolment_id, step, due, after, why)
     where s.account_id = ${account} and s.enrolment_id = moved.enrolment_id and s.step = moved.step and s.state = 'waiting'
       and (moved.after = 0 or exists (select from free where free.id = s.enrolment_id))`);
}

/**
 * Postpones steps whose preceding step waits longer, because `postpone` met a stop that was then rolled back,
 * as in a killed process. Otherwise the sweep would look at the account every second until then.
 */
export async function postponeBehind(ctx: AccountContext): Promise<void> {
  await ctx.db.execute(sql`
    update sequences_steps s set due_at = behind.due_at
      from (select s.enrolment_id, s.step, f.due_at from sequences_steps s
              join sequences_steps f on f.account_id = s.account_id and f.enrolment_id = s.enrolment_id and f.step = s.step - 1
             where s.account_id = ${ctx.account.id} and s.state = 'waiting' and s.due_at <= ${ctx.now.toString()}
               and f.state = 'waiting' and f.due_at > ${ctx.now.toString()}
               for update of s skip locked) behind
     where s.account_id = ${ctx.account.id} and s.enrolment_id = behind.enrolment_id and s.step = behind.step`);
}

/**
 * Pauses a step whose sequence was paused while the lead was being enrolled, which that transaction couldn't
 * see.
 */
export async function pauseStep(ctx: AccountContext, row: DueStep): Promise<void> {
  await ctx.db.update(sequencesSteps).set({ state: "held" }).where(thisStep(ctx, row));
}
