import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { sequences, sequencesEnrolments, sequencesSteps } from "../tables.server.ts";

/** As stored in the ledger. */
export const CALL_RESULTS = { called: "called", "no-answer": "no answer" } as const;
export type CallResult = keyof typeof CALL_RESULTS;

export const isCallResult = (text: string | undefined): text is CallResult =>
  text !== undefined && Object.hasOwn(CALL_RESULTS, text);

/**
 * Records a call and its result. Does nothing if it was recorded before or is no longer to be made.
 * @throws AppError not_found if the lead has no such step
 */
export async function noteCall(
  ctx: AccountContext,
  {
    leadId,
    enrolmentId,
    step,
    result,
  }: { leadId: string; enrolmentId: string; step: number; result: CallResult },
): Promise<void> {
  const known =
    isId(leadId) && isId(enrolmentId) && Number.isSafeInteger(step)
      ? await ctx.db
          .select({ id: sequencesEnrolments.id })
          .from(sequencesEnrolments)
          .where(
            and(
              eq(sequencesEnrolments.accountId, ctx.account.id),
              eq(sequencesEnrolments.id, enrolmentId),
              eq(sequencesEnrolments.leadId, leadId),
            ),
          )
      : [];
  if (!known.length) throw new AppError("not_found", "That call doesn’t exist.");
  await ctx.db
    .update(sequencesSteps)
    .set({ state: "done", reason: CALL_RESULTS[result], doneAt: ctx.now })
    .where(
      and(
        eq(sequencesSteps.accountId, ctx.account.id),
        eq(sequencesSteps.enrolmentId, enrolmentId),
        eq(sequencesSteps.step, step),
        eq(sequencesSteps.state, "task"),
      ),
    );
}

/**
 * Undoes recording a call: it is open again with its original time, unless its follow-up has ended.
 * @param result the recorded result; a different one is not undone
 * @returns whether the call is open now, also after an earlier tap
 * @throws AppError not_found if the lead has no such step
 */
export async function undoCall(
  ctx: AccountContext,
  {
    leadId,
    enrolmentId,
    step,
    result,
  }: { leadId: string; enrolmentId: string; step: number; result?: CallResult },
): Promise<boolean> {
  if (!isId(enrolmentId) || !Number.isSafeInteger(step))
    throw new AppError("not_found", "That call doesn’t exist.");
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<{ state: string }>(sql`
    with back as (
      update sequences_steps s
         set state = case when e.stopped_at is null then 'task' else 'not_sent' end,
             reason = case when e.stopped_at is null then null else e.stop_reason end, done_at = null
        from sequences_enrolments e
       where s.account_id = ${account} and s.enrolment_id = ${enrolmentId} and s.step = ${step} and s.state = 'done'
         ${result === undefined ? sql`` : sql`and s.reason = ${CALL_RESULTS[result]}`}
         and e.account_id = s.account_id and e.id = s.enrolment_id and e.lead_id = ${leadId}
      returning s.state)
    select state from back
     union all
    select s.state from sequences_steps s
      join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id and e.lead_id = ${leadId}
     where s.account_id = ${account} and s.enrolment_id = ${enrolmentId} and s.step = ${step} and not exists (select from back)`);
  const [row] = rows;
  if (!row) throw new AppError("not_found", "That call doesn’t exist.");
  return row.state === "task";
}

/** When the business last talked on the phone with each lead, in a call of a follow-up. */
export async function lastTalks(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, Temporal.Instant>> {
  if (!leadIds.length) return new Map();
  const rows = await ctx.db
    .select({
      leadId: sequencesEnrolments.leadId,
      lastAt: sql`max(${sequencesSteps.doneAt})`.mapWith(sequencesSteps.doneAt),
    })
    .from(sequencesEnrolments)
    .innerJoin(
      sequencesSteps,
      and(
        eq(sequencesSteps.accountId, sequencesEnrolments.accountId),
        eq(sequencesSteps.enrolmentId, sequencesEnrolments.id),
      ),
    )
    .where(
      and(
        eq(sequencesEnrolments.accountId, ctx.account.id),
        inArray(sequencesEnrolments.leadId, [...leadIds]),
        eq(sequencesSteps.state, "done"),
        eq(sequencesSteps.reason, CALL_RESULTS.called),
      ),
    )
    .groupBy(sequencesEnrolments.leadId);
  return new Map(rows.flatMap(({ leadId, lastAt }) => (lastAt ? [[leadId, lastAt]] : [])));
}

export interface OpenCall {
  readonly enrolmentId: string;
  readonly step: number;
  readonly leadId: string;
  readonly say: string;
  readonly since: Temporal.Instant;
}

/** Lists open calls, the longest waiting first. */
export async function openCalls(ctx: AccountContext, limit = 100): Promise<OpenCall[]> {
  const rows = await ctx.db
    .select({
      enrolmentId: sequencesSteps.enrolmentId,
      step: sequencesSteps.step,
      leadId: sequencesEnrolments.leadId,
      say: sql<string | null>`${sequences.steps} -> ${sequencesSteps.step} ->> 'say'`,
      since: sequencesSteps.decidedAt,
    })
    .from(sequencesSteps)
    .innerJoin(
      sequencesEnrolments,
      and(
        eq(sequencesEnrolments.accountId, sequencesSteps.accountId),
        eq(sequencesEnrolments.id, sequencesSteps.enrolmentId),
      ),
    )
    .innerJoin(
      sequences,
      and(
        eq(sequences.accountId, sequencesSteps.accountId),
        eq(sequences.id, sequencesEnrolments.sequenceId),
      ),
    )
    .where(and(eq(sequencesSteps.accountId, ctx.account.id), eq(sequencesSteps.state, "task")))
    .orderBy(asc(sequencesSteps.decidedAt))
    .limit(limit);
  return rows.map(({ say, since, ...call }) => ({ ...call, say: say ?? "", since: since! }));
}
