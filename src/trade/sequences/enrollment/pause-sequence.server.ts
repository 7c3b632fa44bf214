import { sql } from "drizzle-orm";
import { getBusiness, recordAudit } from "#ground/businesses/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { isGiftStep } from "../sending/gift-step.server.ts";
import type { PausedStep } from "./pause-lead.server.ts";
import { planAgain } from "../plan/planner.ts";
import { NOT_SENT } from "../rules.ts";
import { stepMessages, cancelMessages } from "../message/step-messages.server.ts";

/**
 * Steps that came due during a pause count as this late, so that they go out one after another: see
 * catch-up.server.ts.
 */
const DELAYED_BY = Temporal.Duration.from({ hours: 2 });

/** All versions, as rows `q`: old ones have leads inside too. */
const versionsOf = (account: string, first: string) =>
  sql`q.account_id = ${account} and (q.id = ${first} or q.version_of = ${first})`;

async function firstVersion(
  ctx: AccountContext,
  sequenceId: string,
): Promise<{ readonly first: string; readonly name: string }> {
  const { rows } = isId(sequenceId)
    ? await ctx.db.execute<{ first: string; name: string }>(sql`
        select coalesce(version_of, id) as first, name from sequences
         where account_id = ${ctx.account.id} and id = ${sequenceId} for update`)
    : { rows: [] };
  if (!rows[0]) throw new AppError("not_found", "That follow-up doesn’t exist.");
  return rows[0];
}

/** Locks enrollments before steps, as stopping and pausing do, so that concurrent calls can't deadlock. */
async function lockInside(ctx: AccountContext, first: string): Promise<void> {
  await ctx.db.execute(sql`
    select 1 from sequences_enrolments e join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
     where ${versionsOf(ctx.account.id, first)} and e.stopped_at is null order by e.id for update of e`);
}

/**
 * Pauses all versions of a sequence until `resumeSequence`, and cancels queued and claimed messages. Leads
 * can still enter. Promised gifts still go. Pausing twice changes nothing.
 * @param options.alsoPromised pause promised gifts too
 * @throws AppError not_found
 */
export async function pauseSequence(
  ctx: AccountContext,
  sequenceId: string,
  { alsoPromised = false } = {},
): Promise<void> {
  const account = ctx.account.id;
  const { first, name } = await firstVersion(ctx, sequenceId);
  const { rows } = await ctx.db.execute(sql`
    update sequences q set paused_at = ${ctx.now.toString()} where ${versionsOf(account, first)} and q.paused_at is null returning q.id`);
  if (!rows.length) return;
  await lockInside(ctx, first);
  const inside = sql`s.enrolment_id in (
    select e.id from sequences_enrolments e join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
     where ${versionsOf(account, first)} and e.stopped_at is null)`;
  const exceptPromised = alsoPromised ? sql`` : sql`and not ${isGiftStep}`;
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'held', reason = null
     where s.account_id = ${account} and ${inside} and s.state = 'waiting' ${exceptPromised}`);
  await cancelMessages(ctx, {
    of: sql`${inside} ${exceptPromised}`,
    reason: NOT_SENT.held,
    becomes: sql`state = 'held'`,
  });
  await recordAudit(ctx, "follow-up.changed", { name });
}

/**
 * Resumes a paused sequence. Steps that came due meanwhile go out in order, a few an hour, and later steps
 * keep their distance. Leads paused individually stay paused. Resuming twice changes nothing.
 * @throws AppError not_found
 */
export async function resumeSequence(ctx: AccountContext, sequenceId: string): Promise<void> {
  const account = ctx.account.id;
  const { first, name } = await firstVersion(ctx, sequenceId);
  const { rows: paused } = await ctx.db.execute(sql`
    update sequences q set paused_at = null where ${versionsOf(account, first)} and q.paused_at is not null returning q.id`);
  if (!paused.length) return;
  await lockInside(ctx, first);
  const { rows } = await ctx.db.execute<PausedStep>(sql`
    select s.enrolment_id, s.step, s.due_at::text, q.steps -> s.step as planned
      from sequences_steps s
      join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
      join sequences q on q.account_id = s.account_id and q.id = e.sequence_id
      left join ${stepMessages} m on m.account_id = s.account_id and m.id = s.message_id
     where ${versionsOf(account, first)} and s.account_id = ${account} and e.held_at is null and e.stopped_at is null
       and (s.state = 'held' or (m.state = 'suppressed' and m.reason = ${NOT_SENT.held}))
     order by s.enrolment_id, s.step for update of s`);
  await recordAudit(ctx, "follow-up.changed", { name });
  if (!rows.length) return;
  const planned = await planAfterPause(ctx, rows);
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'waiting', due_at = made.due, message_id = null, decided_at = null, reason = null
      from unnest(${sql.param(planned.map(({ id }) => id))}::uuid[], ${sql.param(planned.map(({ step }) => step))}::int[],
                  ${sql.param(planned.map(({ due }) => due))}::timestamptz[]) as made (enrolment_id, step, due)
     where s.account_id = ${account} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}

const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));

async function planAfterPause(ctx: AccountContext, rows: readonly PausedStep[]) {
  const calendar = calendarOf(await getBusiness(ctx));
  const leads = [...Map.groupBy(rows, (row) => row.enrolment_id)].map(([id, held]) => ({
    id,
    held: held.map((row) => ({ number: row.step, step: row.planned, due: instantOf(row.due_at) })),
  }));
  const dueOf = ({ held: [first] }: (typeof leads)[number]) => first?.due ?? ctx.now;
  const isLate = (lead: (typeof leads)[number]) => Temporal.Instant.compare(dueOf(lead), ctx.now) < 0;
  // In the order in which they came due.
  const late = leads.filter(isLate).toSorted((a, b) => Temporal.Instant.compare(dueOf(a), dueOf(b)));
  const delayed = new Map(
    late.map(({ id }, order) => [id, ctx.now.subtract(DELAYED_BY).add({ milliseconds: order })]),
  );
  return leads.flatMap(({ id, held }) => {
    const due = planAgain(held, ctx.now, calendar);
    return held.map(({ number }, at) => ({
      id,
      step: number,
      due: ((at === 0 && delayed.get(id)) || due[at]!).toString(),
    }));
  });
}
