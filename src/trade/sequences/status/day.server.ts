import { type SQL, sql } from "drizzle-orm";
import type { Business } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { FILL_LABELS } from "../message/placeholders.ts";
import { actualTime } from "../heads-up/heads-up.ts";
import type { LedgerLine } from "./ledger.server.ts";
import type { Step } from "../plan/planner.ts";
import { stepTitle } from "../message/describe-step.ts";
import { textsAhead } from "../sending/text-steps.server.ts";

// One statement, because Today is the most viewed page.

/** In the business's zone. */
export interface DaySpan {
  readonly starts: Temporal.Instant;
  readonly ends: Temporal.Instant;
}

export interface CallOfDay {
  readonly leadId: string;
  readonly enrolmentId: string;
  readonly step: number;
  readonly say: string;
  readonly since: Temporal.Instant;
  /** Its follow-up's name. */
  readonly sequence: string;
}

export interface AheadOfDay {
  readonly leadId: string;
  readonly enrolmentId: string;
  readonly number: number;
  readonly kind: Step["kind"];
  readonly title: string;
  readonly goesAt: Temporal.Instant;
  /** Due, but the hours are closed. */
  readonly waitsForHours: boolean;
  /** They asked for it just now, so it can't be paused. */
  readonly isPromised: boolean;
}

/** Sent today, or should have been. */
export interface OutOfDay {
  readonly leadId: string | null;
  /** Null for a text, which has only a number. */
  readonly name: string | null;
  readonly kind: "mail" | "text";
  readonly title: string;
  readonly at: Temporal.Instant;
  /** Null if there was no message. */
  readonly message: Omit<NonNullable<LedgerLine["message"]>, "id"> | null;
  readonly reason: string | null;
}

/** A paused lead and their next step. */
export interface PausedOfDay {
  readonly leadId: string;
  readonly since: Temporal.Instant;
  readonly title: string | null;
}

/** In the outbox: the owner sends it from their own program. */
export interface ByHandOfDay {
  readonly leadId: string;
  readonly name: string | null;
  readonly kind: "mail" | "text";
  readonly title: string;
}

export interface FollowUpOfDay {
  readonly calls: readonly CallOfDay[];
  readonly callCount: number;
  readonly ahead: readonly AheadOfDay[];
  readonly aheadCount: number;
  readonly held: readonly PausedOfDay[];
  readonly heldCount: number;
  readonly out: readonly OutOfDay[];
  readonly outCount: number;
  readonly byHand: readonly ByHandOfDay[];
  readonly byHandCount: number;
}

type AheadRow = {
  leadId: string;
  enrolmentId: string;
  number: number;
  due: string;
  asked: boolean;
  step: Step;
};
type OutRow = {
  leadId: string | null;
  name: string | null;
  kind: "mail" | "text";
  title: string | null;
  step: Step | null;
  at: string;
  state: NonNullable<LedgerLine["message"]>["state"] | null;
  via: string | null;
  delivered: string | null;
  failure: string | null;
  reason: string | null;
};
type Row = {
  calls: (Omit<CallOfDay, "since"> & { since: string; all: number })[];
  ahead: AheadRow[];
  ahead_count: number;
  held: { leadId: string; since: string; step: Step | null; all: number }[];
  out: OutRow[];
  out_count: number;
  by_hand: (ByHandOfDay & { all: number })[];
};

const instant = (text: string) => Temporal.Instant.from(text);
/** Most characters of a text shown as its title. */
const BODY_SHOWN = 120;
const jsonList = (rows: SQL) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`;

/**
 * Loads a day of follow-up.
 * @param limits entries per list; counts are complete
 * @param business gives the hours and the zone
 */
export async function followUpOfDay(
  ctx: AccountContext,
  business: Business,
  { starts, ends }: DaySpan,
  limits: { readonly next: number; readonly ahead: number; readonly out: number },
): Promise<FollowUpOfDay> {
  const account = ctx.account.id;
  const [from, to] = [starts.toString(), ends.toString()];
  // A message in the outbox hasn't been sent.
  const sentToday = sql`sent_at >= ${from} and sent_at < ${to} and via is distinct from 'outbox'`;
  const failedToday = sql`state in ('failed', 'unknown') and claimed_at >= ${from} and claimed_at < ${to}`;
  // By key, one per row. With a join the planner would scan all enrollments; see claimDueSteps.
  const enrollment = sql`select lead_id, asked, sequence_id from sequences_enrolments where account_id = ${account} and id = s.enrolment_id`;
  // Unpack steps once per sequence, not once per row: they can be long.
  const { rows } = await ctx.db.execute<Row>(sql`
    with kinds as materialized (
      select q.id as sequence_id, (k.n - 1)::int as number, k.step
        from sequences q cross join lateral jsonb_array_elements(q.steps) with ordinality k (step, n) where q.account_id = ${account}),
    due as materialized (
      select enrolment_id, step, due_at from sequences_steps
       where account_id = ${account} and state = 'waiting' and due_at < ${to}),
    ahead as materialized (
      select e.lead_id as "leadId", s.enrolment_id as "enrolmentId", s.step as number, s.due_at as due, e.asked, k.sequence_id
        from due s
        cross join lateral (${enrollment} and stopped_at is null limit 1) e
        join kinds k on k.sequence_id = e.sequence_id and k.number = s.step and k.step ->> 'kind' in ('gift', 'mail', 'text')),
    tasks as materialized (
      select enrolment_id, step, decided_at from sequences_steps where account_id = ${account} and state = 'task'),
    unsent as materialized (
      select enrolment_id, step, due_at, reason from sequences_steps
       where account_id = ${account} and state = 'not_sent' and due_at >= ${from} and due_at < ${to}),
    holding as materialized (
      select id, lead_id, sequence_id, held_at from sequences_enrolments
       where account_id = ${account} and held_at is not null and stopped_at is null)
    select
      ${jsonList(sql`
        select e.lead_id as "leadId", s.enrolment_id as "enrolmentId", s.step, coalesce(k.step ->> 'say', '') as say, s.decided_at as since,
               q.name as sequence, count(*) over ()::int as "all"
          from tasks s
          cross join lateral (${enrollment} limit 1) e
          join sequences q on q.account_id = ${account} and q.id = e.sequence_id
          join kinds k on k.sequence_id = e.sequence_id and k.number = s.step
         order by s.decided_at, s.enrolment_id, s.step limit ${limits.next}`)} as calls,
      ${jsonList(sql`
        select a."leadId", a."enrolmentId", a.number, a.due, a.asked, k.step from ahead a
          join kinds k on k.sequence_id = a.sequence_id and k.number = a.number
         order by a.due, a."enrolmentId", a.number limit ${limits.ahead}`)} as ahead,
      (select count(*)::int from ahead) as ahead_count,
      ${jsonList(sql`
        select h.lead_id as "leadId", h.since, h.step, h."all" from (
          select e.lead_id, min(e.held_at) as since, count(*) over ()::int as "all",
                 (select k.step from sequences_steps s join kinds k on k.sequence_id = (array_agg(e.sequence_id))[1] and k.number = s.step
                   where s.account_id = ${account} and s.enrolment_id = (array_agg(e.id))[1] and s.state = 'held'
                   order by s.step limit 1) as step
            from holding e
           where exists (select from sequences_steps s where s.account_id = ${account} and s.enrolment_id = e.id and s.state = 'held')
           group by e.lead_id order by min(e.held_at) desc limit ${limits.ahead}) h`)} as held,
      ${jsonList(sql`
        select * from (
          (select about_id as "leadId", recipient_name as name, 'mail' as kind, subject as title, null::jsonb as step, sent_at as at, state, via,
                  null::timestamptz as delivered, failure, reason
             from mail_messages where account_id = ${account} and kind = 'followup' and ${sentToday} order by sent_at desc limit ${limits.out})
          union all
          (select about_id, null, 'text', left(body, ${BODY_SHOWN}), null, sent_at, state, via, delivered_at, failure, reason
             from sms_messages where account_id = ${account} and kind = 'followup' and ${sentToday} order by sent_at desc limit ${limits.out})
          union all
          (select about_id, recipient_name, 'mail', subject, null, claimed_at, state, via, null, failure, reason
             from mail_messages where account_id = ${account} and kind = 'followup' and ${failedToday} order by claimed_at desc limit ${limits.out})
          union all
          (select about_id, null, 'text', left(body, ${BODY_SHOWN}), null, claimed_at, state, via, null, failure, reason
             from sms_messages where account_id = ${account} and kind = 'followup' and ${failedToday} order by claimed_at desc limit ${limits.out})
          union all
          (select e.lead_id, null, case k.step ->> 'kind' when 'text' then 'text' else 'mail' end, null, k.step, s.due_at, null, null, null,
                  null, s.reason
             from unsent s
             cross join lateral (${enrollment} limit 1) e
             join kinds k on k.sequence_id = e.sequence_id and k.number = s.step and k.step ->> 'kind' in ('gift', 'mail', 'text')
            order by s.due_at desc limit ${limits.out})) o
         order by at desc limit ${limits.out}`)} as out,
      ((select count(*) from mail_messages where account_id = ${account} and kind = 'followup' and ${sentToday})
        + (select count(*) from sms_messages where account_id = ${account} and kind = 'followup' and ${sentToday}))::int as out_count,
      ${jsonList(sql`
        select *, count(*) over ()::int as "all" from (
          select about_id as "leadId", recipient_name as name, 'mail' as kind, subject as title, created_at from mail_messages
           where account_id = ${account} and kind = 'followup' and state = 'sent' and via = 'outbox'
          union all
          select about_id, null, 'text', left(body, ${BODY_SHOWN}), created_at from sms_messages
           where account_id = ${account} and kind = 'followup' and state = 'sent' and via = 'outbox') b
         order by created_at limit ${limits.next}`)} as by_hand`);
  const row = rows[0]!;
  const ahead = await planAhead(ctx, business, row.ahead);
  return {
    calls: row.calls.map((call) => ({ ...call, since: instant(call.since) })),
    callCount: row.calls[0]?.all ?? 0,
    ahead,
    aheadCount: row.ahead_count,
    held: row.held.map(({ leadId, since, step }) => ({
      leadId,
      since: instant(since),
      title: step && stepTitle(step),
    })),
    heldCount: row.held[0]?.all ?? 0,
    out: row.out.map(toOutOfDay),
    outCount: row.out_count,
    byHand: row.by_hand.map(({ leadId, name, kind, title }) => ({ leadId, name, kind, title })),
    byHandCount: row.by_hand[0]?.all ?? 0,
  };
}

function toOutOfDay({ step, at, state, via, delivered, failure, reason, title, ...row }: OutRow): OutOfDay {
  const sentAt = instant(at);
  return {
    ...row,
    title: step ? stepTitle(step) : (title ?? ""),
    at: sentAt,
    reason,
    message: state && {
      state,
      via,
      sentAt: state === "sent" ? sentAt : null,
      deliveredAt: delivered ? instant(delivered) : null,
      failure,
      reason,
      nextAttemptAt: sentAt,
    },
  };
}

/**
 * When each goes, by the business's hours and, for texts, the law where the lead may be. Leaves out texts
 * that may not go.
 */
async function planAhead(
  ctx: AccountContext,
  business: Business,
  rows: readonly AheadRow[],
): Promise<AheadOfDay[]> {
  const calendar = calendarOf(business);
  const planned = rows.map(({ due, ...row }) => ({ ...row, planned: instant(due), dueAt: instant(due) }));
  const mails = planned.filter(({ step }) => step.kind !== "text");
  const texts = planned.flatMap((row) => (row.step.kind === "text" ? [{ ...row, step: row.step }] : []));
  const all = [...mails, ...(texts.length ? await textsAhead(ctx, business, texts) : [])];
  return all
    .map(({ leadId, enrolmentId, number, step, asked, planned: due, dueAt }) => {
      const isPromised = step.kind === "gift" && asked;
      const goesAt = isPromised ? dueAt : actualTime({ step, dueAt }, ctx.now, calendar);
      return {
        leadId,
        enrolmentId,
        number,
        kind: step.kind,
        title: stepTitle(step, { ...FILL_LABELS, business: business.name ?? FILL_LABELS.business }),
        goesAt,
        waitsForHours:
          Temporal.Instant.compare(goesAt, Temporal.Instant.compare(due, ctx.now) > 0 ? due : ctx.now) > 0,
        isPromised,
      };
    })
    .sort((one, other) => Temporal.Instant.compare(one.goesAt, other.goesAt));
}

/** A hash that changes when something is planned, paused, decided or sent. Reads only indexes. */
export async function followUpFingerprint(ctx: AccountContext): Promise<string> {
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<{ pulse: string }>(sql`
    select md5(row(
      (select array_agg(t) from (select enrolment_id, step from sequences_steps where account_id = ${account} and state = 'task'
                                  order by decided_at limit 30) t),
      (select array_agg(a) from (select enrolment_id, step, due_at from sequences_steps where account_id = ${account} and state = 'waiting'
                                  order by due_at limit 10) a),
      (select array[count(*)::text, max(held_at)::text] from sequences_enrolments where account_id = ${account} and held_at is not null),
      (select max(sent_at) from mail_messages where account_id = ${account} and kind = 'followup' and sent_at is not null),
      (select max(sent_at) from sms_messages where account_id = ${account} and kind = 'followup' and sent_at is not null),
      (select max(claimed_at) from mail_messages where account_id = ${account} and kind = 'followup' and state in ('failed', 'unknown')),
      (select max(claimed_at) from sms_messages where account_id = ${account} and kind = 'followup' and state in ('failed', 'unknown')))::text) as pulse`);
  return rows[0]!.pulse;
}
