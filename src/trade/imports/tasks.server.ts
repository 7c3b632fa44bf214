import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { withAccount } from "#platform/db/scope.server.ts";
import { type AnyTask, enqueue, type Task } from "#platform/queue/queue.server.ts";
import { UNDO_DAYS, whereImport } from "./data.server.ts";
import { runImport, type Turn } from "./run/run.server.ts";
import { removeUnneeded } from "./run/stored-file.server.ts";
import { undoImport } from "./run/undo.server.ts";
import { imports, importsRecords } from "./tables.server.ts";

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
  name: "imports.run",
  payload,
  isAwaited: true,
  run: (ref) => inTurns(runImportTask, ref, (goesOn) => runImport(ref.accountId, ref.importId, goesOn)),
};

export const undoImportTask: Task<ImportRef> = {
  name: "imports.undo",
  payload,
  isAwaited: true,
  run: (ref) => inTurns(undoImportTask, ref, (goesOn) => undoImport(ref.accountId, ref.importId, goesOn)),
};

/**
 * Deletes what an import no longer needs: all of it if it was never started, otherwise what its undo
 * needs.
 */
export const forgetImportTask: Task<ImportRef> = {
  name: "imports.forget",
  payload,
  async run({ accountId, importId }) {
    const file = await withAccount(accountId, async (ctx) => {
      const [found] = await ctx.db.select().from(imports).where(whereImport(ctx, importId)).for("update");
      if (found?.state === "ready") {
        await ctx.db.delete(imports).where(whereImport(ctx, importId));
        return found.file;
      }
      const startedAt = found?.startedAt;
      if (startedAt && Temporal.Instant.compare(startedAt.add({ hours: 24 * UNDO_DAYS }), ctx.now) <= 0) {
        await ctx.db
          .delete(importsRecords)
          .where(and(eq(importsRecords.accountId, accountId), eq(importsRecords.importId, importId)));
        // They name people and jobs, and nobody fixes these rows anymore.
        await ctx.db.update(imports).set({ problems: [] }).where(whereImport(ctx, importId));
      }
      return null;
    });
    await removeUnneeded(accountId, file);
  },
};

export const importTasks: readonly AnyTask[] = [runImportTask, undoImportTask, forgetImportTask];
