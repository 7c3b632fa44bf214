import { and, desc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#ground/businesses/public.server.ts";
import { discardDraft } from "#trade/sequences/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { type Drip, dripColumns, findSavedDrip, getWrittenDrip } from "./data.server.ts";
import { drips, dripsVersions } from "./tables.server.ts";

/** Afterwards a deleted drip is removed for good. */
const LIFE = { hours: 30 * 24 };

export const goesAt = (deletedAt: Temporal.Instant): Temporal.Instant => deletedAt.add(LIFE);

const ofDrip = (accountId: string, dripId: string) =>
  and(eq(drips.accountId, accountId), eq(drips.id, dripId));

/**
 * Deletes a drip; it can be restored for 30 days. A second call changes nothing.
 * @throws AppError not_found
 */
export async function deleteDrip(ctx: AccountContext, dripId: string): Promise<void> {
  const drip = await getWrittenDrip(ctx, dripId, { deleted: true });
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
 * Deletes a draft follow-up. What the drip maker wrote can be restored, with its edits.
 * @returns whether it can
 */
export async function deleteDraft(ctx: AccountContext, id: string): Promise<boolean> {
  if (await findSavedDrip(ctx, id)) {
    await deleteDrip(ctx, id);
    return true;
  }
  await discardDraft(ctx, id);
  return false;
}

/**
 * Restores a deleted drip.
 * @throws AppError not_found once it is removed for good
 */
export async function restoreDrip(ctx: AccountContext, dripId: string): Promise<Drip> {
  const drip = await getWrittenDrip(ctx, dripId, { deleted: true });
  const back = await ctx.db
    .update(drips)
    .set({ deletedAt: null })
    .where(and(ofDrip(ctx.account.id, drip.id), isNotNull(drips.deletedAt)))
    .returning({ id: drips.id });
  if (back.length > 0) await recordAudit(ctx, "drip.restored", { title: drip.title });
  return drip;
}

/** Lists deleted drips of the account that can still be restored, newest first. */
export async function listDeleted(ctx: AccountContext): Promise<Drip[]> {
  return ctx.db
    .select(dripColumns)
    .from(drips)
    .where(and(eq(drips.accountId, ctx.account.id), isNotNull(drips.deletedAt)))
    .orderBy(desc(drips.deletedAt));
}

/** Removes a drip that was deleted 30 days ago. Does nothing if it was restored, or deleted again since. */
export async function removeForGood(accountId: string, dripId: string): Promise<void> {
  await withAccount(accountId, async (ctx) => {
    const gone = await ctx.db
      .delete(drips)
      .where(and(ofDrip(accountId, dripId), lte(drips.deletedAt, ctx.now.subtract(LIFE))))
      .returning({ id: drips.id });
    if (!gone.length) return;
    await discardDraft(ctx, dripId);
    await ctx.db
      .delete(dripsVersions)
      .where(and(eq(dripsVersions.accountId, accountId), eq(dripsVersions.dripId, dripId)));
  });
}

export const removeDeletedTask: Task<{ accountId: string; dripId: string }> = {
  name: "drips.remove-deleted",
  payload: z.object({ accountId: z.uuid(), dripId: z.uuid() }),
  run: ({ accountId, dripId }) => removeForGood(accountId, dripId),
};
