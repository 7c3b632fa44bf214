import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { getLead, type Lead } from "../data.server.ts";
import { reopenLead } from "./endings.server.ts";
import { QUARANTINE_DAYS } from "../spam/quarantine.server.ts";
import { leads } from "../tables.server.ts";
import type { ReplyWay } from "../mail/tables.server.ts";

// What Today shows about leads, in one statement: it is the most visited screen.

export interface PersonOfDay {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  /** They stopped texts. */
  readonly noTexts: boolean;
}

export interface WaitingReply extends PersonOfDay {
  readonly at: Temporal.Instant;
  readonly via: Exclude<ReplyWay, "owner">;
  readonly subject: string | null;
  /** Its first 400 characters. */
  readonly words: string | null;
}

export interface FreshLead extends PersonOfDay {
  readonly at: Temporal.Instant;
  readonly need: string | null;
}

export type NewestLead = Pick<
  Lead,
  | "id"
  | "name"
  | "email"
  | "createdAt"
  | "repliedAt"
  | "unsubscribedAt"
  | "bouncedAt"
  | "unconfirmedSince"
  | "confirmAskedAt"
  | "bookedAt"
  | "outcome"
>;

export interface LeadsOfDay {
  /** Whether there are unconverted captures. */
  readonly anyWaiting: boolean;
  readonly heldBack: number;
  readonly newest: readonly NewestLead[];
  readonly replies: readonly WaitingReply[];
  /** The total number of waiting replies. */
  readonly repliesWaiting: number;
  readonly fresh: readonly FreshLead[];
  /** In the last 14 days. */
  readonly bounced: { readonly count: number; readonly names: readonly string[] };
  /** How many did not confirm their address for a day. */
  readonly unconfirmed: number;
}

const REPLIES_READ = 500;
const FRESH_HOURS = 24;
const BOUNCED_DAYS = 14;

type Row = {
  any_waiting: boolean;
  held_back: number;
  newest: (Record<string, string | null> & { id: string; name: string; email: string | null })[];
  replies: (Omit<WaitingReply, "at"> & { at: string; all: number })[];
  fresh: (Omit<FreshLead, "at"> & { at: string })[];
  bounced: { count: number; names: string[] | null };
  unconfirmed: number;
};

const instant = (text: string | null | undefined) => (text ? Temporal.Instant.from(text) : null);

/**
 * Leads for Today.
 * @param limits how many of each kind to list; the counts cover all
 */
export async function leadsOfDay(
  ctx: AccountContext,
  limits: { readonly newest: number; readonly next: number },
): Promise<LeadsOfDay> {
  const account = ctx.account.id;
  const now = ctx.now.toString();
  const ago = (hours: number) => ctx.now.subtract({ hours }).toString();
  const isOpen = sql`l.outcome is null and l.booked_at is null and l.unsubscribed_at is null and (l.later_until is null or l.later_until <= ${now})`;
  const { rows } = await ctx.db.execute<Row>(sql`
    select exists (select from leads_captures where account_id = ${account}) as any_waiting,
      (select count(*)::int from leads_held_back where account_id = ${account} and at > ${ago(24 * QUARANTINE_DAYS)}) as held_back,
      (select coalesce(json_agg(n), '[]') from (
         select id, name, email, created_at, replied_at, unsubscribed_at, bounced_at, unconfirmed_since, confirm_asked_at,
                booked_at, outcome
           from leads where account_id = ${account} order by created_at desc limit ${limits.newest}) n) as newest,
      (select coalesce(json_agg(w), '[]') from (
         select l.id, l.name, l.email, l.phone, l.texts_stopped_at is not null as "noTexts", r.at, r.via, r.subject, left(r.body, 400) as words, count(*) over ()::int as "all"
           from (select distinct on (lead_id) lead_id, at, via, subject, body
                   from (select lead_id, at, via, subject, body from leads_replies
                          where account_id = ${account} and waiting order by at desc limit ${REPLIES_READ}) newest
                  order by lead_id, at desc) r
           join leads l on l.account_id = ${account} and l.id = r.lead_id
          where (l.later_until is null or l.later_until <= ${now})
            and (l.outcome_at is null or l.outcome_at < r.at) and (l.booked_at is null or l.booked_at < r.at)
          order by r.at desc limit ${limits.next}) w) as replies,
      (select coalesce(json_agg(f), '[]') from (
         select l.id, l.name, l.email, l.phone, l.texts_stopped_at is not null as "noTexts", t.at, t.need
           from (select * from leads where account_id = ${account} and created_at > ${ago(FRESH_HOURS)} order by created_at desc limit 200) l
           cross join lateral (
             select t.at, t.answers ->> 'need' as need from leads_touches t
              where t.account_id = ${account} and t.lead_id = l.id and t.answers ->> 'phone' is not null
              order by t.at desc limit 1) t
          where l.phone is not null and l.replied_at is null and l.unconfirmed_since is null and ${isOpen}
          order by t.at desc limit ${limits.next}) f) as fresh,
      (select json_build_object('count', count(*), 'names', (array_agg(name order by bounced_at desc))[1:3]) from leads
        where account_id = ${account} and bounced_at > ${ago(24 * BOUNCED_DAYS)} and outcome is null and replied_at is null
          and unsubscribed_at is null) as bounced,
      (select count(*)::int from leads
        where account_id = ${account} and unconfirmed_since < ${ago(24)} and unconfirmed_since is not null and unsubscribed_at is null) as unconfirmed`);
  const row = rows[0]!;
  return {
    anyWaiting: row.any_waiting,
    heldBack: row.held_back,
    newest: row.newest.map((one) => ({
      id: one.id,
      name: one.name,
      email: one.email,
      createdAt: instant(one["created_at"])!,
      repliedAt: instant(one["replied_at"]),
      unsubscribedAt: instant(one["unsubscribed_at"]),
      bouncedAt: instant(one["bounced_at"]),
      unconfirmedSince: instant(one["unconfirmed_since"]),
      confirmAskedAt: instant(one["confirm_asked_at"]),
      bookedAt: instant(one["booked_at"]),
      outcome: (one["outcome"] ?? null) as Lead["outcome"],
    })),
    replies: row.replies.map((reply) => ({ ...reply, at: instant(reply.at)! })),
    repliesWaiting: row.replies[0]?.all ?? 0,
    fresh: row.fresh.map(({ at, ...one }) => ({ ...one, at: instant(at)! })),
    bounced: { count: row.bounced.count, names: row.bounced.names ?? [] },
    unconfirmed: row.unconfirmed,
  };
}

export interface KnownPerson extends PersonOfDay {
  readonly isPutOff: boolean;
  /** They have not replied, opted out, or got an appointment or outcome. */
  readonly isOpen: boolean;
}

/** People by id; erased ones are missing. */
export async function peopleOfDay(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, KnownPerson>> {
  if (!leadIds.length) return new Map();
  const { rows } = await ctx.db.execute<KnownPerson & Record<string, unknown>>(sql`
    select id, name, email, phone, texts_stopped_at is not null as "noTexts", coalesce(later_until > ${ctx.now.toString()}, false) as "isPutOff",
           outcome is null and booked_at is null and unsubscribed_at is null and replied_at is null as "isOpen"
      from leads where account_id = ${ctx.account.id} and id = any(${sql.param([...leadIds])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Hides a lead from Today until a moment. Idempotent.
 * @throws AppError not_found
 */
export async function snoozeLead(
  ctx: AccountContext,
  leadId: string,
  until: Temporal.Instant,
): Promise<void> {
  const { id } = await getLead(ctx, leadId);
  await ctx.db
    .update(leads)
    .set({ laterUntil: until })
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, id)));
}

/**
 * Undoes a snooze.
 * @param until the snooze's time; a newer snooze to another time stays
 * @returns whether it was undone
 */
export async function unsnoozeLead(
  ctx: AccountContext,
  leadId: string,
  until: Temporal.Instant,
): Promise<boolean> {
  const { id } = await getLead(ctx, leadId);
  const updated = await ctx.db
    .update(leads)
    .set({ laterUntil: null })
    .where(
      and(
        eq(leads.accountId, ctx.account.id),
        eq(leads.id, id),
        or(isNull(leads.laterUntil), eq(leads.laterUntil, until)),
      ),
    )
    .returning({ id: leads.id });
  return updated.length > 0;
}

/** Ends the snooze of leads who became active themselves. */
export async function endSnoozes(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  await ctx.db.execute(sql`
    update leads set later_until = null
     where account_id = ${ctx.account.id} and id = any(${sql.param([...leadIds])}::uuid[]) and later_until is not null`);
}

/**
 * Undoes an outcome, unless it was changed since.
 * @returns whether it is undone, now or by an earlier click
 */
export async function undoEnding(
  ctx: AccountContext,
  leadId: string,
  outcome: "won" | "lost",
): Promise<boolean> {
  const lead = await getLead(ctx, leadId, { lock: true });
  if (lead.outcome === outcome) await reopenLead(ctx, leadId);
  return lead.outcome === outcome || lead.outcome === null;
}

/** A hash that changes when leads arrive, reply, are snoozed or change state. Reads indexes only. */
export async function leadsFingerprint(ctx: AccountContext): Promise<string> {
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<{ pulse: string }>(sql`
    select md5(row(
      exists (select from leads_captures where account_id = ${account}),
      (select count(*) from leads_held_back where account_id = ${account}),
      (select array_agg(n) from (
         select created_at, replied_at, unsubscribed_at, bounced_at, booked_at, outcome_at, later_until from leads
          where account_id = ${account} order by created_at desc limit 10) n),
      (select array_agg(w) from (
         select r.id, r.waiting, l.outcome_at, l.booked_at, l.later_until, l.unsubscribed_at
           from (select id, lead_id, waiting, at from leads_replies where account_id = ${account} order by at desc limit 30) r
           join leads l on l.account_id = ${account} and l.id = r.lead_id order by r.at desc) w))::text) as pulse`);
  return rows[0]!.pulse;
}
