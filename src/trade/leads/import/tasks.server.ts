import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { type AnyTask, enqueue, type Task } from "#platform/queue/queue.server.ts";
import { lockImport, whereImport, UNDO_DAYS } from "./data.server.ts";
import { isNeeded, runImport, type Turn } from "./run.server.ts";
import { leadsImports, leadsImportsErrors, leadsImportsPeople } from "./tables.server.ts";
import { undoBatch } from "./undo.server.ts";

type OneImport = { accountId: string; importId: string };
const payload = z.object({ accountId: z.uuid(), importId: z.uuid() });

/** So long a worker stays with one import before others have their turn. */
const TURN_MS = 20_000;

async function inTurns(
  task: Task<OneImport>,
  one: OneImport,
  work: (goesOn: () => boolean) => Promise<Turn>,
): Promise<void> {
  const until = performance.now() + TURN_MS;
  // What breaks off before the next turn is asked for is a failed task, which is tried again.
  if ((await work(() => performance.now() < until)) === "more")
    await withAccount(one.accountId, ({ db }) => enqueue(db, task, one));
}

/** Reads a file of people to its end, in turns. */
export const runImportTask: Task<OneImport> = {
  name: "leads.run-import",
  payload,
  run: (one) => inTurns(runImportTask, one, (goesOn) => runImport(one.accountId, one.importId, goesOn)),
};

/** Takes an import back, in turns. */
export const undoImportTask: Task<OneImport> = {
  name: "leads.undo-import",
  payload,
  run: (one) => inTurns(undoImportTask, one, (goesOn) => undoBatch(one.accountId, one.importId, goesOn)),
};

/**
 * Forgets what an import is not needed for any more: one that was never begun, or what an undo and mending
 * its rows needed.
 */
export const forgetImportTask: Task<OneImport> = {
  name: "leads.forget-import",
  payload,
  async run({ accountId, importId }) {
    const file = await withAccount(accountId, async (ctx) => {
      const held = await lockImport(ctx, importId);
      if (!held) return null;
      if (held.state === "ready") {
        await ctx.db.delete(leadsImports).where(whereImport(ctx, importId));
        return held.file && !(await isNeeded(ctx, held.file)) ? held.file : null;
      }
      if (held.startedAt === null || !isOver(held.startedAt, ctx.now)) return null;
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
