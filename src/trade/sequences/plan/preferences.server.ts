import { sql } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { pauseEndsAt, contactStates, type ContactState } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { type Calendar, dueAfter, openFor, planAgain, type Step } from "./planner.ts";
import { isGiftStep } from "../sending/gift-step.server.ts";
import { isPromised, NOT_SENT } from "../rules.ts";
import { stepMessages, cancelMessages } from "../message/step-messages.server.ts";
import { earliestNextMail, planPreferred, spacingOf } from "./preferences.ts";

/** Retry delay when another worker is counting the same lead's messages. */
const SOON = { seconds: 30 };

interface ReadyStep {
  readonly row: { readonly leadId: string; readonly asked: boolean };
  readonly step: Step;
  readonly lead: ContactState;
}

/**
 * Finds the steps that must wait because their lead asked for a pause or for fewer emails, and until when. A
 * gift never waits.
 */
export async function waitingByPreference<One extends ReadyStep>(
  ctx: AccountContext,
  going: readonly One[],
  calendar: Calendar,
): Promise<ReadonlyMap<One["row"], Temporal.Instant>> {
  const held = new Map<One["row"], Temporal.Instant>();
  const spaced: One[] = [];
  for (const one of going) {
    const until = isPromised(one.step, one.row)
      ? null
      : pauseEndsAt(one.lead, ctx.now, calendar.zones[0].zone);
    if (until) held.set(one.row, openFor(one.step, until, calendar));
    else if (one.lead.mailSpacing) spaced.push(one);
  }
  if (!spaced.length) return held;
  const last = await lastWritten(ctx, [...new Set(spaced.map((one) => one.row.leadId))]);
  for (const one of spaced) {
    const { leadId } = one.row;
    if (!last.has(leadId)) {
      held.set(one.row, ctx.now.add(SOON));
      continue;
    }
    const apart = isPromised(one.step, one.row)
      ? null
      : earliestNextMail(last.get(leadId) ?? null, spacingOf(one.lead), calendar);
    if (apart && Temporal.Instant.compare(apart, ctx.now) > 0)
      held.set(one.row, openFor(one.step, apart, calendar));
    // Their next step counts from this one.
    else last.set(leadId, ctx.now);
  }
  return held;
}

/**
 * When follow-up last wrote to leads; a message on its way counts as now. Leads that another worker is
 * counting are missing: both have locked steps, so waiting could deadlock.
 */
async function lastWritten(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, Temporal.Instant | null>> {
  const ids = sql.param(leadIds.toSorted());
  const { rows: locked } = await ctx.db.execute<{ id: string }>(sql`
    select id from unnest(${ids}::uuid[]) as id where pg_try_advisory_xact_lock(hashtextextended('spaced ' || id::text, 0))`);
  const lockedIds = locked.map(({ id }) => id);
  // After the locks, to see what their last holder committed.
  const { rows } = await ctx.db.execute<{ id: string; at: string | null }>(sql`
    select about_id as id,
           max(case when state in ('queued', 'claimed', 'committing') then ${ctx.now.toString()}::timestamptz
                    else coalesce(sent_at, claimed_at) end)::text as at
      from ${stepMessages} m
     where account_id = ${ctx.account.id} and about_id = any(${sql.param(lockedIds)}::uuid[])
       and state in ('queued', 'claimed', 'committing', 'sent', 'unknown')
     group by about_id`);
  const known = new Map(rows.map(({ id, at }) => [id, at === null ? null : instantOf(at)]));
  return new Map(lockedIds.map((id) => [id, known.get(id) ?? null]));
}

const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));

interface AheadRow extends Record<string, unknown> {
  readonly enrolment_id: string;
  readonly step: number;
  readonly due_at: string;
  readonly planned: Step;
  readonly sent_before: string | null;
}

/**
 * Plans a lead's steps again by their preferences. Paused steps stay paused.
 * @param changed the preferences changed: plan from the last sent message, so that steps moved earlier move
 * back
 */
export async function planByPreference(
  ctx: AccountContext,
  leadId: string,
  { changed = false } = {},
): Promise<void> {
  const account = ctx.account.id;
  const [lead, business] = [(await contactStates(ctx, [leadId])).get(leadId), await getBusiness(ctx)];
  if (!lead || (!changed && !lead.pausedUntil && !lead.mailSpacing)) return;
  const calendar = calendarOf(business);
  // Same order as stopForLead. A locked row is being stopped or sent.
  const { rows: enrollments } = await ctx.db.execute<{ id: string }>(sql`
    select id from sequences_enrolments
     where account_id = ${account} and lead_id = ${leadId} and stopped_at is null and held_at is null for update skip locked`);
  if (!enrollments.length) return;
  const theirs = sql`any(${sql.param(enrollments.map(({ id }) => id))}::uuid[])`;
  if (changed)
    await cancelMessages(ctx, {
      of: sql`s.enrolment_id = ${theirs} and not ${isGiftStep}`,
      reason: NOT_SENT.wished,
      becomes: sql`state = 'waiting'`,
    });
  const { rows } = await ctx.db.execute<AheadRow>(sql`
    select s.enrolment_id, s.step, s.due_at::text, q.steps -> s.step as planned,
           coalesce(m.sent_at, case when b.state in ('task', 'done', 'passed') then b.decided_at end)::text as sent_before
      from sequences_steps s
      join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
      join sequences q on q.account_id = s.account_id and q.id = e.sequence_id
      left join sequences_steps b on b.account_id = s.account_id and b.enrolment_id = s.enrolment_id and b.step = s.step - 1
      left join ${stepMessages} m on m.account_id = b.account_id and m.id = b.message_id
     where s.account_id = ${account} and s.enrolment_id = ${theirs} and s.state = 'waiting' and not ${isGiftStep}
     order by s.enrolment_id, s.step for update of s skip locked`);
  const held = pauseEndsAt(lead, ctx.now, calendar.zones[0].zone);
  const last = lead.mailSpacing ? ((await lastWritten(ctx, [leadId])).get(leadId) ?? null) : null;
  let before: { enrolmentId: string; due: Temporal.Instant } | undefined;
  const ahead = rows.map((row) => {
    const sent = row.sent_before
      ? instantOf(row.sent_before)
      : before?.enrolmentId === row.enrolment_id
        ? before.due
        : undefined;
    const due = changed && sent ? dueAfter(row.planned, sent, calendar) : instantOf(row.due_at);
    before = { enrolmentId: row.enrolment_id, due };
    return { enrolmentId: row.enrolment_id, step: row.step, planned: row.planned, due };
  });
  const due = planPreferred(ahead, { now: ctx.now, held, spacing: spacingOf(lead), last }, calendar);
  await setDue(
    ctx,
    ahead.map((one, at) => ({ ...one, due: due[at]! })),
  );
}

/** The same for newly enrolled leads; one query finds those with preferences. */
export async function planNewByPreference(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  const standings = await contactStates(ctx, [...new Set(leadIds)]);
  for (const lead of standings.values())
    if (lead.pausedUntil || lead.mailSpacing) await planByPreference(ctx, lead.id);
}

async function setDue(
  ctx: AccountContext,
  lines: readonly { readonly enrolmentId: string; readonly step: number; readonly due: Temporal.Instant }[],
): Promise<void> {
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'waiting', due_at = made.due, message_id = null, decided_at = null, reason = null
      from unnest(${sql.param(lines.map(({ enrolmentId }) => enrolmentId))}::uuid[], ${sql.param(lines.map(({ step }) => step))}::int[],
                  ${sql.param(lines.map(({ due }) => due.toString()))}::timestamptz[]) as made (enrolment_id, step, due)
     where s.account_id = ${ctx.account.id} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}

/** Resumes what an opt-out stopped, after it was undone: planned from now, with the same distances. */
export async function resumeAfterOptOut(
  ctx: AccountContext,
  leadId: string,
  since: Temporal.Instant,
): Promise<void> {
  const account = ctx.account.id;
  const { rows: enrollments } = await ctx.db.execute<{ id: string }>(sql`
    update sequences_enrolments set stopped_at = null, stop_reason = null
     where account_id = ${account} and lead_id = ${leadId} and stop_reason = ${NOT_SENT.unsubscribed}
       and stopped_at = ${since.toString()}::timestamptz returning id`);
  if (!enrollments.length) return;
  const { rows } = await ctx.db.execute<AheadRow>(sql`
    select s.enrolment_id, s.step, s.due_at::text, q.steps -> s.step as planned, null as sent_before
      from sequences_steps s
      join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
      join sequences q on q.account_id = s.account_id and q.id = e.sequence_id
      left join ${stepMessages} m on m.account_id = s.account_id and m.id = s.message_id
     where s.account_id = ${account} and s.enrolment_id = any(${sql.param(enrollments.map(({ id }) => id))}::uuid[])
       and ((s.state = 'not_sent' and s.reason = ${NOT_SENT.unsubscribed} and s.decided_at = ${since.toString()}::timestamptz)
            -- Not a text in the outbox, which the owner may have sent from their phone.
            or (m.state = 'suppressed' and m.reason = ${NOT_SENT.unsubscribed} and m.via is distinct from 'outbox'))
     order by s.enrolment_id, s.step for update of s`);
  const calendar = calendarOf(await getBusiness(ctx));
  const lines = enrollments.flatMap(({ id }) => {
    const ahead = rows.filter((row) => row.enrolment_id === id);
    const due = planAgain(
      ahead.map((row) => ({ step: row.planned, due: instantOf(row.due_at) })),
      ctx.now,
      calendar,
    );
    return ahead.map(({ step }, at) => ({ enrolmentId: id, step, due: due[at]! }));
  });
  await setDue(ctx, lines);
  await planByPreference(ctx, leadId);
}
