import { and, desc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#ground/businesses/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { type Drip, dripColumns, getSavedDrip } from "./data.server.ts";
import { drips, dripsVersions } from "./tables.server.ts";

/** How long a deleted drip can be taken back. */
const LIFE = { hours: 30 * 24 };

/** When a deleted one goes for good. */
export const goesAt = (deletedAt: Temporal.Instant): Temporal.Instant => deletedAt.add(LIFE);

const ofDrip = (accountId: string, dripId: string) =>
  and(eq(drips.accountId, accountId), eq(drips.id, dripId));

/**
 * Puts a drip away for 30 days. Doing it twice is doing it once.
 * @throws AppError not_found
 */
export async function deleteDrip(ctx: AccountContext, dripId: string): Promise<void> {
  const drip = await getSavedDrip(ctx, dripId, { deleted: true });
  const put = await ctx.db
    .update(drips)
    .set({ deletedAt: ctx.now })
    .where(and(ofDrip(ctx.account.id, drip.id), isNull(drips.deletedAt)))
    .returning({ id: drips.id });
  if (put.length === 0) return;
  await enqueue(
    ctx.db,
    removeDeletedTask,
    { accountId: ctx.account.id, dripId: drip.id },
    { startAfter: goesAt(ctx.now) },
  );
  await recordAudit(ctx, "drip.deleted", { title: drip.title });
}

/**
 * Takes a deleted drip back.
 * @throws AppError not_found once it is gone for good
 */
export async function restoreDrip(ctx: AccountContext, dripId: string): Promise<Drip> {
  const drip = await getSavedDrip(ctx, dripId, { deleted: true });
  const back = await ctx.db
    .update(drips)
    .set({ deletedAt: null })
    .where(and(ofDrip(ctx.account.id, drip.id), isNotNull(drips.deletedAt)))
    .returning({ id: drips.id });
  if (back.length > 0) await recordAudit(ctx, "drip.restored", { title: drip.title });
  return drip;
}

/** Deleted drips of the account that can still be taken back, newest first. */
export async function listDeleted(ctx: AccountContext): Promise<Drip[]> {
  return ctx.db
    .select(dripColumns)
    .from(drips)
    .where(and(eq(drips.accountId, ctx.account.id), isNotNull(drips.deletedAt)))
    .orderBy(desc(drips.deletedAt));
}

/**
 * Removes for good a drip that was deleted 30 days ago. One that was taken back, or deleted anew since,
 * stays.
 */
export async function removeForGood(accountId: string, dripId: string): Promise<void> {
  await withAccount(accountId, async (ctx) => {
    const gone = await ctx.db
      .delete(drips)
      .where(and(ofDrip(accountId, dripId), lte(drips.deletedAt, ctx.now.subtract(LIFE))))
      .returning({ id: drips.id });
    if (gone.length > 0)
      await ctx.db
        .delete(dripsVersions)
        .where(and(eq(dripsVersions.accountId, accountId), eq(dripsVersions.dripId, dripId)));
  });
}

/** Runs 30 days after a deletion. */
export const removeDeletedTask: Task<{ accountId: string; dripId: string }> = {
  name: "drips.remove-deleted",
  payload: z.object({ accountId: z.uuid(), dripId: z.uuid() }),
  run: ({ accountId, dripId }) => removeForGood(accountId, dripId),
};
