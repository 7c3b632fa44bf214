import { and, count, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { getJob, type Manual } from "../package.server.ts";
import { MOST } from "../rules.ts";
import { closeoutsManuals } from "../tables.server.ts";
import type { ReceivedManual } from "./receive.server.ts";

export const manualSchema = z.object({
  name: z.string().trim().max(120, "Use at most 120 characters.").default(""),
});

const byId = (ctx: AccountContext, jobId: string, id: string) =>
  and(
    eq(closeoutsManuals.accountId, ctx.account.id),
    eq(closeoutsManuals.jobId, jobId),
    eq(closeoutsManuals.id, id),
  );

/**
 * Adds a PDF to the package of a job. The same form twice adds one.
 * @param id of the form
 * @throws AppError conflict for too many; invalid for a file that is there already
 */
export async function addManual(
  ctx: AccountContext,
  jobId: string,
  id: string,
  { fileName, form, file, sha256, bytes, pages }: ReceivedManual,
): Promise<void> {
  await getJob(ctx, jobId);
  if (!isId(id)) throw new AppError("invalid", "Reload this page and try again.");
  const { name } = form.check(manualSchema);
  const isShown = and(
    eq(closeoutsManuals.accountId, ctx.account.id),
    eq(closeoutsManuals.jobId, jobId),
    isNull(closeoutsManuals.removedAt),
  );
  const [same] = await ctx.db
    .select({ id: closeoutsManuals.id, name: closeoutsManuals.name })
    .from(closeoutsManuals)
    .where(and(isShown, eq(closeoutsManuals.sha256, sha256)));
  if (same?.id === id) return;
  if (same) {
    const why = `This file is in the package already: “${same.name}”.`;
    throw new AppError("invalid", why, { fields: { file: why } });
  }
  const [all] = await ctx.db.select({ count: count() }).from(closeoutsManuals).where(isShown);
  if ((all?.count ?? 0) >= MOST.manuals)
    throw new AppError("conflict", `A package has ${MOST.manuals} manuals at most. Remove one first.`);
  await ctx.db
    .insert(closeoutsManuals)
    .values({
      ...{ accountId: ctx.account.id, id, jobId, file, sha256, bytes, pages },
      name: name || fileName.replace(/\.pdf$/i, "").trim() || "Manual",
      ...{ addedAt: ctx.now, addedBy: ctx.user?.id ?? null },
    })
    .onConflictDoNothing();
}

/**
 * Takes a manual out, or puts it back. Versions that were published still have it.
 * @throws AppError not_found
 */
export async function removeManual(
  ctx: AccountContext,
  jobId: string,
  id: string,
  isRemoved: boolean,
): Promise<void> {
  const changed = isId(id)
    ? await ctx.db
        .update(closeoutsManuals)
        .set({ removedAt: isRemoved ? ctx.now : null })
        .where(byId(ctx, jobId, id))
        .returning({ id: closeoutsManuals.id })
    : [];
  if (changed.length === 0) throw new AppError("not_found", "That manual doesn’t exist.");
}

/** @throws AppError not_found */
export async function getManual(ctx: AccountContext, jobId: string, id: string): Promise<Manual> {
  const [row] =
    isId(id) && isId(jobId)
      ? await ctx.db
          .select()
          .from(closeoutsManuals)
          .where(byId(ctx, jobId, id))
      : [];
  if (!row) throw new AppError("not_found", "That manual doesn’t exist.");
  return row;
}

/** What manuals take of the business's storage; two of the same file are one. */
export async function measureManuals({
  db,
  account,
}: AccountContext): Promise<{ count: number; bytes: number }> {
  const { rows } = await db.execute<{ count: number; bytes: string }>(sql`
    select count(*)::int as count, coalesce(sum(bytes), 0)::text as bytes
      from (select distinct on (sha256) bytes from ${closeoutsManuals} where account_id = ${account.id}) file`);
  return { count: rows[0]!.count, bytes: Number(rows[0]!.bytes) };
}
