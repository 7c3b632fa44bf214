import { and, asc, count, eq, gt, isNotNull, isNull, lte, max, notInArray, or, sql } from "drizzle-orm";
import { jobZones } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type DueItem, isQuiet } from "./kinds.server.ts";
import { dueItems } from "./tables.server.ts";

/** One thing that several people may have to do. */
export interface Due {
  readonly kind: string;
  readonly record: string;
  readonly jobId: string;
  readonly dueAt: Temporal.Instant;
  /** From then on it is neither shown nor reminded of. */
  readonly endsAt: Temporal.Instant;
  /** Users for whom it is open; for anyone else who had to do it, it is done. */
  readonly people: readonly string[];
}

const ofRecord = ({ account }: AccountContext, kind: string, record: string) =>
  and(eq(dueItems.accountId, account.id), eq(dueItems.kind, kind), eq(dueItems.record, record));

/**
 * Saves who must do a thing by when. Calling it again moves the date, opens it for people who had done it,
 * and closes it for people who are no longer named. Nobody is reminded twice. Call in the transaction of the
 * command that changes it, or from the kind's `clock.find`.
 */
export async function saveDue(ctx: AccountContext, due: Due): Promise<void> {
  const { kind, record, jobId, dueAt, endsAt, people } = due;
  if (people.length > 0)
    await ctx.db
      .insert(dueItems)
      .values(
        // Sorted, so that two processes lock rows in one order.
        people
          .toSorted((a, b) => (a < b ? -1 : 1))
          .map((userId) => ({ accountId: ctx.account.id, kind, record, userId, jobId, dueAt, endsAt })),
      )
      .onConflictDoUpdate({
        target: [dueItems.accountId, dueItems.kind, dueItems.record, dueItems.userId],
        set: { dueAt, endsAt, doneAt: null },
        setWhere: or(
          isNotNull(dueItems.doneAt),
          sql`${dueItems.dueAt} <> excluded.due_at`,
          sql`${dueItems.endsAt} <> excluded.ends_at`,
        ),
      });
  await ctx.db
    .update(dueItems)
    .set({ doneAt: ctx.now })
    .where(
      and(
        ofRecord(ctx, kind, record),
        isNull(dueItems.doneAt),
        people.length > 0 ? notInArray(dueItems.userId, [...people]) : undefined,
      ),
    );
}

/** Everyone who has or had to do a thing. */
export async function findDue(ctx: AccountContext, kind: string, record: string): Promise<DueItem[]> {
  return ctx.db
    .select()
    .from(dueItems)
    .where(ofRecord(ctx, kind, record));
}

const MOST_SHOWN = 50;

/** What a person must do, whether due yet or not, the most urgent first. @param jobId of one job only */
export async function openItems(ctx: AccountContext, userId: string, jobId?: string): Promise<DueItem[]> {
  return ctx.db
    .select()
    .from(dueItems)
    .where(
      and(
        eq(dueItems.accountId, ctx.account.id),
        eq(dueItems.userId, userId),
        jobId === undefined ? undefined : eq(dueItems.jobId, jobId),
        isNull(dueItems.doneAt),
        gt(dueItems.endsAt, ctx.now),
      ),
    )
    .orderBy(asc(dueItems.dueAt), dueItems.record)
    .limit(MOST_SHOWN);
}

/** Changes whenever a person's open items do. */
export async function fingerprintOf(ctx: AccountContext, userId: string): Promise<string> {
  const [open] = await ctx.db
    .select({ count: count(), last: max(dueItems.dueAt) })
    .from(dueItems)
    .where(
      and(
        eq(dueItems.accountId, ctx.account.id),
        eq(dueItems.userId, userId),
        isNull(dueItems.doneAt),
        gt(dueItems.endsAt, ctx.now),
      ),
    );
  return `${open?.count ?? 0} ${open?.last?.toString() ?? ""}`;
}

/**
 * Marks everything due as reminded, and returns it, except what waits for the morning. A second process
 * waits, and then gets nothing.
 */
export async function claimReminders(ctx: AccountContext): Promise<DueItem[]> {
  const due = and(
    eq(dueItems.accountId, ctx.account.id),
    isNull(dueItems.doneAt),
    isNull(dueItems.remindedAt),
    lte(dueItems.dueAt, ctx.now),
    gt(dueItems.endsAt, ctx.now),
  );
  // Locked in one order first, so that two processes can't wait for each other.
  const { kind, record, jobId } = dueItems;
  const waiting = await ctx.db
    .select({ kind, record, jobId })
    .from(dueItems)
    .where(due)
    .orderBy(kind, record, dueItems.userId)
    .for("update");
  const zoneOf = await jobZones(
    ctx,
    waiting.map((one) => one.jobId),
  );
  const quiet = waiting.filter((one) => isQuiet(one.kind, ctx.now, zoneOf(one.jobId)));
  return ctx.db
    .update(dueItems)
    .set({ remindedAt: ctx.now })
    .where(
      and(
        due,
        quiet.length > 0
          ? notInArray(
              record,
              quiet.map((one) => one.record),
            )
          : undefined,
      ),
    )
    .returning();
}
