import { sql } from "drizzle-orm";
import { getBusiness, recordAudit } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { listPages } from "../page/pages.server.ts";
import { importWording } from "./consent.ts";
import { lockImport, type Import, whereImport, UNDO_DAYS, undoUntil } from "./data.server.ts";
import { mappingErrors } from "../csv/mapping.ts";
import { isNeeded } from "./run.server.ts";
import { leadsImports } from "./tables.server.ts";
import { forgetImportTask, runImportTask, undoImportTask } from "./tasks.server.ts";

export interface ImportOrders {
  readonly origin: string;
  /** The page whose follow-up new people get; null for none. */
  readonly pageId: string | null;
}

/**
 * Starts an import; a background task does the work. Idempotent.
 * @throws AppError not_found; invalid if the mapping is incomplete or there is no such page
 */
export async function startImport(
  ctx: AccountContext,
  id: string,
  { origin, pageId }: ImportOrders,
): Promise<void> {
  const file = await lockExisting(ctx, id);
  if (file.state !== "ready") return;
  if (Object.keys(mappingErrors(file.mapping, file.headers)).length)
    throw new AppError("invalid", "Choose the columns first.");
  if (file.shown?.questions.length)
    throw new AppError(
      "invalid",
      "Answer the questions about your columns first, so we don’t email anyone who asked not to be emailed.",
    );
  if (pageId !== null && !(await listPages(ctx)).some((page) => page.id === pageId && !page.closedAt))
    throw new AppError("invalid", "That page doesn’t exist.", {
      fields: { pageId: "Choose one of your open pages, or none." },
    });
  const { name } = await getBusiness(ctx);
  const { rows } = await ctx.db.execute<{ last: string | null }>(sql`
    select max(starts_until)::text as last from leads_imports where account_id = ${ctx.account.id} and state in ('running', 'done')`);
  const last = rows[0]?.last ? Temporal.Instant.from(rows[0].last.replace(" ", "T")) : ctx.now;
  await ctx.db
    .update(leadsImports)
    .set({
      state: "running",
      origin,
      pageId,
      wording: `${importWording(name ?? "")} They’re from: ${origin}`,
      startedAt: ctx.now,
      // After the follow-up of earlier imports, so that two files of a thousand start as gently as one of two
      // thousand.
      startsAfter: Temporal.Instant.compare(last, ctx.now) > 0 ? last : ctx.now,
      sample: [],
      shown: null,
    })
    .where(whereImport(ctx, id));
  const task = { accountId: ctx.account.id, importId: id };
  await enqueue(ctx.db, runImportTask, task);
  await enqueue(ctx.db, forgetImportTask, task, { startAfter: ctx.now.add({ hours: 24 * UNDO_DAYS + 1 }) });
  await recordAudit(ctx, "leads.imported", { file: file.fileName });
}

/**
 * Undoes an import as far as possible, in a background task. Idempotent.
 * @throws AppError not_found; conflict after the deadline
 */
export async function undoImport(ctx: AccountContext, id: string): Promise<void> {
  const file = await lockExisting(ctx, id);
  if (file.state === "undoing" || file.state === "undone") return;
  const until = undoUntil(file);
  if (!until || Temporal.Instant.compare(ctx.now, until) > 0)
    throw new AppError("conflict", `An import can be undone for ${UNDO_DAYS} days. Nothing was changed.`);
  await ctx.db.update(leadsImports).set({ state: "undoing" }).where(whereImport(ctx, id));
  await enqueue(ctx.db, undoImportTask, { accountId: ctx.account.id, importId: id });
  await recordAudit(ctx, "leads.import-undone", { file: file.fileName });
}

/**
 * Discards an import that was not started.
 * @returns its file if nothing else uses it; the caller removes it after the commit
 */
export async function discardImport(ctx: AccountContext, id: string): Promise<string | null> {
  const file = await lockExisting(ctx, id);
  if (file.state !== "ready") throw new AppError("conflict", "This import has already started.");
  await ctx.db.delete(leadsImports).where(whereImport(ctx, id));
  return file.file && !(await isNeeded(ctx, file.file)) ? file.file : null;
}

/** Removes the file of a discarded import. */
export async function removeFile(file: string | null): Promise<void> {
  if (file) await installation().files.remove(file);
}

async function lockExisting(ctx: AccountContext, id: string): Promise<Import> {
  const file = await lockImport(ctx, id);
  if (!file) throw new AppError("not_found", "That import doesn’t exist.");
  return file;
}
