import { isDeepStrictEqual } from "node:util";
import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import { getBusiness, recordAudit } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { type DatedEmail, stepsOf } from "./dated-emails.ts";
import { planSteps, type Step } from "./plan/planner.ts";
import { sequences, sequencesEnrolments, sequencesSteps } from "./tables.server.ts";
import type { Trigger } from "./plan/triggers.ts";
import { firstSequence } from "./first-sequence.ts";

export interface LiveSequence {
  readonly id: string;
  readonly name: string;
  /** The lead drip its emails came from; null for the default ones. */
  readonly dripId: string | null;
  readonly steps: readonly Step[];
  readonly since: Temporal.Instant;
  /** Null while it runs. */
  readonly pausedAt: Temporal.Instant | null;
}

const liveOn = (ctx: AccountContext, pageId: string) =>
  and(eq(sequences.accountId, ctx.account.id), eq(sequences.pageId, pageId), isNull(sequences.retiredAt));

/** Finds the sequence that a page's new leads enter. */
export async function liveSequence(ctx: AccountContext, pageId: string): Promise<LiveSequence | undefined> {
  const [found] = await ctx.db
    .select({
      id: sequences.id,
      name: sequences.name,
      dripId: sequences.dripId,
      steps: sequences.steps,
      since: sequences.createdAt,
      pausedAt: sequences.pausedAt,
    })
    .from(sequences)
    .where(liveOn(ctx, pageId));
  return found;
}

/** Finds the live sequence that sends a lead drip's emails as they were written. */
export async function liveOfDrip(ctx: AccountContext, dripId: string): Promise<string | undefined> {
  const [found] = await ctx.db
    .select({ id: sequences.id })
    .from(sequences)
    .where(
      and(eq(sequences.accountId, ctx.account.id), eq(sequences.dripId, dripId), isNull(sequences.retiredAt)),
    )
    .limit(1);
  return found?.id;
}

export interface AnySequence extends LiveSequence {
  readonly pageId: string | null;
  readonly trigger: Trigger;
  /** Null unless made from a ready-made follow-up. */
  readonly play: string | null;
  readonly retiredAt: Temporal.Instant | null;
}

const ANY_COLUMNS = {
  id: sequences.id,
  name: sequences.name,
  pageId: sequences.pageId,
  trigger: sequences.trigger,
  play: sequences.play,
  dripId: sequences.dripId,
  steps: sequences.steps,
  since: sequences.createdAt,
  pausedAt: sequences.pausedAt,
  retiredAt: sequences.retiredAt,
};

/** Lists the account's sequences, newest first. */
export async function listSequences(ctx: AccountContext): Promise<AnySequence[]> {
  return ctx.db
    .select(ANY_COLUMNS)
    .from(sequences)
    .where(eq(sequences.accountId, ctx.account.id))
    .orderBy(desc(sequences.createdAt), desc(sequences.id));
}

/**
 * Loads a sequence, live or retired.
 * @throws AppError not_found
 */
export async function getSequence(ctx: AccountContext, id: string): Promise<AnySequence> {
  const isThis = and(eq(sequences.accountId, ctx.account.id), eq(sequences.id, id));
  const [found] = isId(id) ? await ctx.db.select(ANY_COLUMNS).from(sequences).where(isThis) : [];
  if (!found) throw new AppError("not_found", "That follow-up doesn’t exist.");
  return found;
}

/** Whether two lists of steps send the same. jsonb reorders keys. */
export const sameSteps = (one: readonly Step[], other: readonly Step[]): boolean =>
  isDeepStrictEqual(one, other);

/** Counts the leads who have steps of a sequence ahead of them. */
export async function insideOf(ctx: AccountContext, sequenceId: string): Promise<number> {
  const [found] = await ctx.db
    .select({ people: count() })
    .from(sequencesEnrolments)
    .where(
      and(
        eq(sequencesEnrolments.accountId, ctx.account.id),
        eq(sequencesEnrolments.sequenceId, sequenceId),
        sql`exists (select from ${sequencesSteps} where ${sequencesSteps.accountId} = ${sequencesEnrolments.accountId}
              and ${sequencesSteps.enrolmentId} = ${sequencesEnrolments.id} and ${sequencesSteps.state} in ('waiting', 'held'))`,
      ),
    );
  return found?.people ?? 0;
}

/** A page's steps: the owner's emails, or the default ones. */
export function stepsFor(title: string, emails: readonly DatedEmail[] | undefined): readonly Step[] {
  const standing = firstSequence(title);
  const [gift] = standing;
  return emails && gift?.kind === "gift" ? stepsOf(gift, emails) : standing;
}

/**
 * Changes the emails a page sends to new leads. Leads inside finish the old ones. The same emails change
 * nothing.
 * @param input.emails of a lead drip; the default ones if absent
 * @throws AppError invalid if the page never had a sequence
 */
export async function goLive(
  ctx: AccountContext,
  pageId: string,
  input: {
    readonly name: string;
    readonly dripId: string | null;
    readonly emails?: readonly DatedEmail[];
    readonly title: string;
  },
): Promise<void> {
  const [before] = await ctx.db.select().from(sequences).where(liveOn(ctx, pageId)).for("update");
  if (!before)
    throw new AppError("invalid", "This page doesn’t send anything yet. Create its personal link first.");
  const steps = stepsFor(input.title, input.emails);
  if (sameSteps(before.steps, steps)) return;
  await ctx.db
    .update(sequences)
    .set({ retiredAt: ctx.now })
    .where(and(eq(sequences.accountId, ctx.account.id), eq(sequences.id, before.id)));
  const { name, dripId } = input;
  await ctx.db.insert(sequences).values({
    accountId: ctx.account.id,
    id: newId(),
    name,
    pageId,
    steps,
    dripId,
    createdAt: ctx.now,
    versionOf: before.versionOf ?? before.id,
    pausedAt: before.pausedAt,
  });
  await recordAudit(ctx, "follow-up.changed", { name });
}

/** When each step would go to a lead who comes at a given time. */
export async function planOf(
  ctx: AccountContext,
  steps: readonly Step[],
  startedAt: Temporal.Instant,
): Promise<Temporal.Instant[]> {
  return planSteps(steps, startedAt, calendarOf(await getBusiness(ctx)));
}
