import { and, desc, eq, ne, sql } from "drizzle-orm";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { OPTED_OUT } from "../csv/rows.ts";
import { leadsImports, leadsImportsErrors } from "./tables.server.ts";

export type Import = typeof leadsImports.$inferSelect;

/** How long an import can be undone, in days. */
export const UNDO_DAYS = 30;
/** How long an import that was not started is saved, in days. */
export const READY_DAYS = 7;

export const whereImport = (ctx: AccountContext, id: string) =>
  and(eq(leadsImports.accountId, ctx.account.id), eq(leadsImports.id, id));

/**
 * One import.
 * @throws AppError not_found
 */
export async function getImport(ctx: AccountContext, id: string): Promise<Import> {
  const [found] = isId(id) ? await ctx.db.select().from(leadsImports).where(whereImport(ctx, id)) : [];
  if (!found) throw new AppError("not_found", "That import doesn’t exist.");
  return found;
}

/** One import, with its row locked until the transaction ends. Undefined if it is gone. */
export async function lockImport(ctx: AccountContext, id: string): Promise<Import | undefined> {
  const [found] = await ctx.db.select().from(leadsImports).where(whereImport(ctx, id)).for("update");
  return found;
}

/** The 20 newest imports. */
export async function listImports(ctx: AccountContext): Promise<Import[]> {
  return ctx.db
    .select()
    .from(leadsImports)
    .where(eq(leadsImports.accountId, ctx.account.id))
    .orderBy(desc(leadsImports.createdAt))
    .limit(20);
}

export type ImportError = typeof leadsImportsErrors.$inferSelect;

/** Rows with errors after a row index, in file order; or those whose people opted out. */
export async function importErrors(
  ctx: AccountContext,
  importId: string,
  after: number,
  limit: number,
  which: "to fix" | "opted out" = "to fix",
): Promise<ImportError[]> {
  return ctx.db
    .select()
    .from(leadsImportsErrors)
    .where(
      and(
        eq(leadsImportsErrors.accountId, ctx.account.id),
        eq(leadsImportsErrors.importId, importId),
        which === "opted out"
          ? eq(leadsImportsErrors.column, OPTED_OUT)
          : ne(leadsImportsErrors.column, OPTED_OUT),
        sql`${leadsImportsErrors.row} > ${after}`,
      ),
    )
    .orderBy(leadsImportsErrors.row)
    .limit(limit);
}

/** The deadline for undoing an import; null if it can't be undone. */
export function undoUntil({
  state,
  startedAt,
}: Pick<Import, "state" | "startedAt">): Temporal.Instant | null {
  return startedAt && (state === "running" || state === "done")
    ? startedAt.add({ hours: 24 * UNDO_DAYS })
    : null;
}
