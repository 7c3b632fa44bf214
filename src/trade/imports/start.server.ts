import { recordAudit } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { type Import, lockImport, UNDO_DAYS, undoUntil, whereImport } from "./data.server.ts";
import type { ImportPart } from "./file/part.ts";
import { imports } from "./tables.server.ts";
import { forgetImportTask, runImportTask, undoImportTask } from "./tasks.server.ts";

const refuse = (field: string, message: string) =>
  new AppError("invalid", message, { fields: { [field]: message } });

/** Starts an import; a background task does the work. Idempotent. @throws AppError not_found, invalid */
export async function startImport(ctx: AccountContext, id: string): Promise<void> {
  const found = await lockImport(ctx, id);
  if (found.state !== "ready") return;
  const { preview } = found;
  if (!preview) throw new AppError("invalid", "Choose the columns first.");
  if (preview.needsJob) throw refuse("jobId", "Choose the job that this is for.");
  if (!preview.counts.some(({ added }) => added > 0))
    throw new AppError(
      "invalid",
      preview.counts.some(({ known }) => known > 0)
        ? "Everything in this file is here already. Nothing was imported."
        : "Nothing in this file can be imported as is.",
    );
  await ctx.db
    .update(imports)
    .set({ state: "running", byId: ctx.user!.id, startedAt: ctx.now, preview: null, problems: [] })
    .where(whereImport(ctx, id));
  const task = { accountId: ctx.account.id, importId: id };
  await enqueue(ctx.db, runImportTask, task);
  await enqueue(ctx.db, forgetImportTask, task, { startAfter: ctx.now.add({ hours: 24 * UNDO_DAYS + 1 }) });
  await recordAudit(ctx, "imports.started", { file: found.fileName });
}

/**
 * Undoes an import, in a background task. Idempotent.
 * @returns its file if it has one still, which the caller removes after the commit
 * @throws AppError not_found; conflict after the deadline
 */
export async function startUndo(ctx: AccountContext, id: string): Promise<string | null> {
  const found = await lockImport(ctx, id);
  if (found.state === "undoing" || found.state === "undone") return null;
  const until = undoUntil(found);
  if (!until || Temporal.Instant.compare(ctx.now, until) > 0)
    throw new AppError("conflict", `An import can be undone for ${UNDO_DAYS} days. Nothing was changed.`);
  await ctx.db
    .update(imports)
    .set({ state: "undoing", byId: ctx.user!.id, finishedAt: found.finishedAt ?? ctx.now, file: null })
    .where(whereImport(ctx, id));
  await enqueue(ctx.db, undoImportTask, { accountId: ctx.account.id, importId: id });
  await recordAudit(ctx, "imports.undone", { file: found.fileName });
  return found.file;
}

/** Discards an import that wasn't started. @returns its file, which the caller removes after the commit */
export async function discardImport(ctx: AccountContext, id: string): Promise<string | null> {
  const found = await lockImport(ctx, id);
  if (found.state !== "ready") throw new AppError("conflict", "This import has already started.");
  await ctx.db.delete(imports).where(whereImport(ctx, id));
  return found.file;
}

/**
 * Saves what its owner chose. Call previewImport() afterwards.
 * @throws AppError not_found, conflict, invalid
 */
export async function saveChoices(
  ctx: AccountContext,
  id: string,
  { parts, jobId }: { readonly parts: (of: Import) => readonly ImportPart[]; readonly jobId: string | null },
): Promise<void> {
  const found = await lockImport(ctx, id);
  if (found.state !== "ready") throw new AppError("conflict", "This import has already started.");
  if (jobId !== null && !(await findJob(ctx, jobId))) throw refuse("jobId", "Choose one of your jobs.");
  await ctx.db
    .update(imports)
    .set({ parts: parts(found), jobId, preview: null })
    .where(whereImport(ctx, id));
}
