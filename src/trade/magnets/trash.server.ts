import { and, desc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#ground/businesses/public.server.ts";
import { closePage, findPageOfMagnet, givesAway, type LeadPage } from "#trade/leads/public.server.ts";
import { isShared } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { getMagnet, type Magnet, magnetColumns } from "./data.server.ts";
import { magnets, magnetsVersions } from "./tables.server.ts";

/** Afterwards a deleted guide is removed for good. */
const TRASH_DAYS = 30;

const LIFE = { hours: TRASH_DAYS * 24 };

export const goesAt = (deletedAt: Temporal.Instant): Temporal.Instant => deletedAt.add(LIFE);

/** Finds the open page that gives a guide away, if any. */
export async function openPageOf(ctx: AccountContext, magnetId: string): Promise<LeadPage | undefined> {
  const page = await findPageOfMagnet(ctx, magnetId);
  return page?.closedAt === null ? page : undefined;
}

/**
 * Deletes a guide; it can be restored for 30 days. If an open page gives it away, nothing is deleted unless
 * that page is to be closed too.
 * @returns the open page that prevented the deletion
 * @throws AppError not_found
 */
export async function deleteMagnet(
  ctx: AccountContext,
  magnetId: string,
  { closing = false }: { closing?: boolean } = {},
): Promise<{ inTheWay?: LeadPage }> {
  const magnet = await getMagnet(ctx, magnetId, { deleted: true });
  const page = await openPageOf(ctx, magnet.id);
  if (page && !closing) return { inTheWay: page };
  const put = await ctx.db
    .update(magnets)
    .set({ deletedAt: ctx.now })
    .where(and(eq(magnets.accountId, ctx.account.id), eq(magnets.id, magnet.id), isNull(magnets.deletedAt)))
    .returning({ id: magnets.id });
  // A second click: it is deleted already.
  if (put.length === 0) return {};
  if (page) await closePage(ctx, page.id);
  await enqueue(
    ctx.db,
    removeDeletedTask,
    { accountId: ctx.account.id, magnetId: magnet.id },
    { startAfter: goesAt(ctx.now) },
  );
  await recordAudit(ctx, "magnet.deleted", {
    title: magnet.title,
    ...(page ? { closedPage: `/p/${page.slug}` } : {}),
  });
  return {};
}

/**
 * Restores a deleted guide. Its page stays closed until its link is made again.
 * @throws AppError not_found once it is removed for good
 */
export async function restoreMagnet(ctx: AccountContext, magnetId: string): Promise<Magnet> {
  const magnet = await getMagnet(ctx, magnetId, { deleted: true });
  const back = await ctx.db
    .update(magnets)
    .set({ deletedAt: null })
    .where(
      and(eq(magnets.accountId, ctx.account.id), eq(magnets.id, magnet.id), isNotNull(magnets.deletedAt)),
    )
    .returning({ id: magnets.id });
  if (back.length > 0) await recordAudit(ctx, "magnet.restored", { title: magnet.title });
  return magnet;
}

/** Lists deleted guides of the account that can still be restored, newest first. */
export async function listDeleted(ctx: AccountContext): Promise<Magnet[]> {
  return ctx.db
    .select(magnetColumns)
    .from(magnets)
    .where(and(eq(magnets.accountId, ctx.account.id), isNotNull(magnets.deletedAt)))
    .orderBy(desc(magnets.deletedAt));
}

/** Removes a guide that was deleted 30 days ago, and its stored PDF if no one can open that anymore. */
export async function removeForGood(accountId: string, magnetId: string): Promise<void> {
  const file = await withAccount(accountId, async (ctx) => {
    const [gone] = await ctx.db
      .delete(magnets)
      // If it was restored, or deleted again since, another task removes it.
      .where(
        and(
          eq(magnets.accountId, accountId),
          eq(magnets.id, magnetId),
          lte(magnets.deletedAt, ctx.now.subtract(LIFE)),
        ),
      )
      .returning({ file: magnets.pdfFile });
    if (!gone) return null;
    await ctx.db
      .delete(magnetsVersions)
      .where(and(eq(magnetsVersions.accountId, accountId), eq(magnetsVersions.magnetId, magnetId)));
    return gone.file !== null && !(await isNamed(ctx, gone.file)) ? gone.file : null;
  });
  // After the commit: a failure here leaves a file without a name, never a name without its file.
  if (file !== null) await installation().files.remove(file);
}

export const removeDeletedTask: Task<{ accountId: string; magnetId: string }> = {
  name: "magnets.remove-deleted",
  payload: z.object({ accountId: z.uuid(), magnetId: z.uuid() }),
  run: ({ accountId, magnetId }) => removeForGood(accountId, magnetId),
};

/** Identical bytes share one stored file: another guide, an open page or a client's link may refer to it. */
async function isNamed(ctx: AccountContext, file: string): Promise<boolean> {
  const [other] = await ctx.db
    .select({ id: magnets.id })
    .from(magnets)
    .where(and(eq(magnets.accountId, ctx.account.id), eq(magnets.pdfFile, file)))
    .limit(1);
  return other !== undefined || (await givesAway(ctx, file)) || (await isShared(ctx, file));
}
