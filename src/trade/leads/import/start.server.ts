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

/** What an owner says about the people of a file. */
export interface ImportOrders {
  /** Where they come from. */
  readonly origin: string;
  /** The page whose follow-up new people get; null for none. */
  readonly pageId: string | null;
}

/**
 * Begins an import; the rest goes on in the background. A second click changes nothing.
 * @throws AppError not_found, invalid where the mapping lacks something or there is no such page
 */
export async function startImport(
  ctx: AccountContext,
  id: string,
  { origin, pageId }: ImportOrders,
): Promise<void> {
  const file = await held(ctx, id);
  if (file.state !== "ready") return;
  if (Object.keys(mappingErrors(file.mapping, file.headers)).length)
    throw new AppError("invalid", "Choose the columns first.");
  if (file.shown?.questions.length)
    throw new AppError(
      "invalid",
      "Answer the questions about your columns first, so that nobody who asked not to be emailed gets one.",
    );
  if (pageId !== null && !(await listPages(ctx)).some((page) => page.id === pageId && !page.closedAt))
    throw new AppError("invalid", "There is no such page.", {
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
      wording: `${importWording(name ?? "")} They come from: ${origin}`,
      startedAt: ctx.now,
      // After those of the imports before it: two files of a thousand are as gentle as one of two thousand.
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
 * Takes an import back, as far as that can be; the rest goes on in the background. A second click changes
 * nothing.
 */
export async function undoImport(ctx: AccountContext, id: string): Promise<void> {
  const file = await held(ctx, id);
  if (file.state === "undoing" || file.state === "undone") return;
  const until = undoUntil(file);
  if (!until || Temporal.Instant.compare(ctx.now, until) > 0)
    throw new AppError("conflict", `An import can be taken back for ${UNDO_DAYS} days. Nothing was changed.`);
  await ctx.db.update(leadsImports).set({ state: "undoing" }).where(whereImport(ctx, id));
  await enqueue(ctx.db, undoImportTask, { accountId: ctx.account.id, importId: id });
  await recordAudit(ctx, "leads.import-undone", { file: file.fileName });
}

/**
 * Gives up an import that was never begun.
 * @returns its file where nothing else needs it: to be removed once this is committed
 */
export async function discardImport(ctx: AccountContext, id: string): Promise<string | null> {
  const file = await held(ctx, id);
  if (file.state !== "ready") throw new AppError("conflict", "This import has begun already.");
  await ctx.db.delete(leadsImports).where(whereImport(ctx, id));
  return file.file && !(await isNeeded(ctx, file.file)) ? file.file : null;
}

/** Removes the file of an import that was given up. */
export async function removeFile(file: string | null): Promise<void> {
  if (file) await installation().files.remove(file);
}

async function held(ctx: AccountContext, id: string): Promise<Import> {
  const file = await lockImport(ctx, id);
  if (!file) throw new AppError("not_found", "There is no such import.");
  return file;
}
