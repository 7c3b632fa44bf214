import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { type AnyTask, enqueue, type Task } from "#platform/queue/queue.server.ts";
import { lockImport, whereImport, UNDO_DAYS } from "./data.server.ts";
import { isNeeded, runImport, type Turn } from "./run.server.ts";
import { leadsImports, leadsImportsErrors, leadsImportsPeople } from "./tables.server.ts";
import { undoBatch } from "./undo.server.ts";

type ImportRef = { accountId: string; importId: string };
const payload = z.object({ accountId: z.uuid(), importId: z.uuid() });

/** How long a worker stays with one import before other tasks get their turn. */
const TURN_MS = 20_000;

async function inTurns(
  task: Task<ImportRef>,
  ref: ImportRef,
  work: (goesOn: () => boolean) => Promise<Turn>,
): Promise<void> {
  const until = performance.now() + TURN_MS;
  // A crash before this line fails the task, which the queue retries.
  if ((await work(() => performance.now() < until)) === "more")
    await withAccount(ref.accountId, ({ db }) => enqueue(db, task, ref));
}

export const runImportTask: Task<ImportRef> = {
  name: "leads.run-import",
  payload,
  run: (ref) => inTurns(runImportTask, ref, (goesOn) => runImport(ref.accountId, ref.importId, goesOn)),
};

export const undoImportTask: Task<ImportRef> = {
  name: "leads.undo-import",
  payload,
  run: (ref) => inTurns(undoImportTask, ref, (goesOn) => undoBatch(ref.accountId, ref.importId, goesOn)),
};

/**
 * Deletes what an import no longer needs: the import itself if it was never started, otherwise its undo and
 * error rows.
 */
export const forgetImportTask: Task<ImportRef> = {
  name: "leads.forget-import",
  payload,
  async run({ accountId, importId }) {
    const file = await withAccount(accountId, async (ctx) => {
      const locked = await lockImport(ctx, importId);
      if (!locked) return null;
      if (locked.state === "ready") {
        await ctx.db.delete(leadsImports).where(whereImport(ctx, importId));
        return locked.file && !(await isNeeded(ctx, locked.file)) ? locked.file : null;
      }
      if (locked.startedAt === null || !isOver(locked.startedAt, ctx.now)) return null;
      for (const table of [leadsImportsPeople, leadsImportsErrors])
        await ctx.db.delete(table).where(and(eq(table.accountId, accountId), eq(table.importId, importId)));
      return null;
    });
    if (file) await installation().files.remove(file);
  },
};

const isOver = (startedAt: Temporal.Instant, now: Temporal.Instant) =>
  Temporal.Instant.compare(startedAt.add({ hours: 24 * UNDO_DAYS }), now) <= 0;

export const importTasks: readonly AnyTask[] = [runImportTask, undoImportTask, forgetImportTask];
