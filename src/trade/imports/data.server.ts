import { and, desc, eq } from "drizzle-orm";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { imports } from "./tables.server.ts";

export type Import = typeof imports.$inferSelect;

/** How long an import can be undone, in days. */
export const UNDO_DAYS = 30;
/** How long a file that nobody imported is stored, in days. */
export const READY_DAYS = 7;

export const whereImport = (ctx: AccountContext, id: string) =>
  and(eq(imports.accountId, ctx.account.id), eq(imports.id, id));

/** One import. @throws AppError not_found */
export async function getImport(ctx: AccountContext, id: string): Promise<Import> {
  const [found] = isId(id) ? await ctx.db.select().from(imports).where(whereImport(ctx, id)) : [];
  if (!found) throw new AppError("not_found", "That import doesn’t exist.");
  return found;
}

/** One import, with its row locked until the transaction ends. @throws AppError not_found */
export async function lockImport(ctx: AccountContext, id: string): Promise<Import> {
  const [found] = isId(id)
    ? await ctx.db.select().from(imports).where(whereImport(ctx, id)).for("update")
    : [];
  if (!found) throw new AppError("not_found", "That import doesn’t exist.");
  return found;
}

/** The 20 newest imports. */
export const listImports = (ctx: AccountContext): Promise<Import[]> =>
  ctx.db
    .select()
    .from(imports)
    .where(eq(imports.accountId, ctx.account.id))
    .orderBy(desc(imports.createdAt))
    .limit(20);

/** The deadline for undoing an import; null if it can’t be undone. */
export const undoUntil = ({
  state,
  startedAt,
}: Pick<Import, "state" | "startedAt">): Temporal.Instant | null =>
  startedAt && (state === "running" || state === "done") ? startedAt.add({ hours: 24 * UNDO_DAYS }) : null;
