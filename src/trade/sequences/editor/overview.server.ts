import { desc, eq, sql } from "drizzle-orm";
import { listPages } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type FollowUpStatus, followUpStatus } from "../status/status.ts";
import { sendingSetup } from "../status/status.server.ts";
import { sequences, sequencesDrafts } from "../tables.server.ts";

interface Inside {
  readonly people: number;
  /** Null if everyone is paused. */
  readonly next: Temporal.Instant | null;
}

async function countInside(ctx: AccountContext): Promise<Map<string, Inside>> {
  const { rows } = await ctx.db.execute<{ id: string; people: number; next: string | null }>(sql`
    with ahead as (
      select enrolment_id, min(due_at) filter (where state = 'waiting') as next from sequences_steps
       where account_id = ${ctx.account.id} and state in ('waiting', 'held') group by enrolment_id)
    select e.sequence_id as id, count(*)::int as people, min(ahead.next)::text as next
      from ahead join sequences_enrolments e on e.account_id = ${ctx.account.id} and e.id = ahead.enrolment_id
     group by e.sequence_id`);
  return new Map(
    rows.map(({ id, people, next }) => [id, { people, next: next === null ? null : instantOf(next) }]),
  );
}

/** Of an account's latest messages; most sequences that are live have one among them. */
const LATEST = 1000;

/**
 * When each sequence last sent something. The latest messages of the account come from an index; only
 * sequences without one among them are looked up by their leads.
 */
async function lastSent(ctx: AccountContext): Promise<Map<string, Temporal.Instant>> {
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<{ id: string; at: string | null }>(sql`
    with latest as (
      select enrolment_id, decided_at from sequences_steps
       where account_id = ${account} and state = 'handed' and decided_at is not null order by decided_at desc limit ${LATEST}),
    recent as (
      select e.sequence_id, max(latest.decided_at) as at
        from latest join sequences_enrolments e on e.account_id = ${account} and e.id = latest.enrolment_id
       group by e.sequence_id)
    select q.id, coalesce(recent.at, (
        select max(s.decided_at) from sequences_enrolments e
          join sequences_steps s on s.account_id = e.account_id and s.enrolment_id = e.id
         where e.account_id = ${account} and e.sequence_id = q.id and s.state = 'handed'))::text as at
      from sequences q left join recent on recent.sequence_id = q.id where q.account_id = ${account}`);
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, instantOf(at)]])));
}

const latestOf = (times: readonly (Temporal.Instant | null | undefined)[]) =>
  times
    .filter((at) => at != null)
    .toSorted((a, b) => Temporal.Instant.compare(a, b))
    .at(-1) ?? null;

const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));

/** Counts the leads at each step, by step number: the first step still ahead of them. */
export async function insideSteps(ctx: AccountContext, sequenceId: string): Promise<Map<number, number>> {
  const { rows } = await ctx.db.execute<{ step: number; people: number }>(sql`
    with ahead as (
      select s.enrolment_id, min(s.step) as step
        from sequences_enrolments e join sequences_steps s on s.account_id = e.account_id and s.enrolment_id = e.id
       where e.account_id = ${ctx.account.id} and e.sequence_id = ${sequenceId} and s.state in ('waiting', 'held') group by s.enrolment_id)
    select step, count(*)::int as people from ahead group by step`);
  return new Map(rows.map(({ step, people }) => [step, people]));
}

/** A sequence with all its versions, which a user sees as one. */
export interface Family {
  readonly id: string;
  readonly latest: typeof sequences.$inferSelect;
  readonly people: number;
  /** In older versions. */
  readonly before: number;
  readonly next: Temporal.Instant | null;
  readonly last: Temporal.Instant | null;
  /** The ids of all versions. */
  readonly ids: readonly string[];
  readonly state: FollowUpStatus["state"];
  readonly standing: FollowUpStatus;
  readonly hasDraft: boolean;
}

/** Lists the account's sequences, with their versions combined, and unpublished new ones; newest first. */
export async function sequencesOverview(ctx: AccountContext) {
  const all = await ctx.db
    .select()
    .from(sequences)
    .where(eq(sequences.accountId, ctx.account.id))
    .orderBy(desc(sequences.createdAt), desc(sequences.id));
  const inside = await countInside(ctx);
  const sent = await lastSent(ctx);
  const setup = await sendingSetup(ctx);
  const drafts = await ctx.db
    .select({
      id: sequencesDrafts.sequenceId,
      name: sequencesDrafts.name,
      trigger: sequencesDrafts.trigger,
      steps: sequencesDrafts.steps,
      updatedAt: sequencesDrafts.updatedAt,
    })
    .from(sequencesDrafts)
    .where(eq(sequencesDrafts.accountId, ctx.account.id))
    .orderBy(desc(sequencesDrafts.updatedAt));
  // A closed page brings no one new.
  const closed = new Set((await listPages(ctx)).flatMap(({ id, closedAt }) => (closedAt ? [id] : [])));
  const changed = new Set(drafts.map(({ id }) => id));
  const families = [...Map.groupBy(all, (one) => one.versionOf ?? one.id).values()].map(
    (versions): Family => {
      const latest = versions[0]!;
      const people = versions.reduce((sum, { id }) => sum + (inside.get(id)?.people ?? 0), 0);
      const dueTimes = versions.map(({ id }) => inside.get(id)?.next).filter((at) => at != null);
      const isPageClosed = latest.pageId !== null && closed.has(latest.pageId);
      const standing = followUpStatus({ ...latest, isPageClosed, people }, setup);
      return {
        id: latest.id,
        latest,
        people,
        before: people - (inside.get(latest.id)?.people ?? 0),
        next: dueTimes.toSorted((a, b) => Temporal.Instant.compare(a, b))[0] ?? null,
        last: latestOf(versions.map(({ id }) => sent.get(id))),
        ids: versions.map(({ id }) => id),
        state: standing.state,
        standing,
        hasDraft: changed.has(latest.id),
      };
    },
  );
  const known = new Set(all.map(({ id }) => id));
  return { families, drafts: drafts.filter(({ id }) => !known.has(id)) };
}
