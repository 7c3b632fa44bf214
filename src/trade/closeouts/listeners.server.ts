import { and, eq } from "drizzle-orm";
import { onEvent } from "#ground/events/public.server.ts";
import { defineStorageUse } from "#ground/media/public.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { measureManuals } from "./manuals/manuals.server.ts";
import { listenForPackages } from "./office/send.server.ts";
import { closeoutsPackages, closeoutsReminders, closeoutsVersions } from "./tables.server.ts";
import { removeFilesTask } from "./tasks.server.ts";

/**
 * Handlers run in the transaction of the event. What was published to an erased client names them on each
 * page, so it goes with them; the business can publish again without their name.
 */
export function listenForClosedOut(): void {
  listenForPackages();
  defineStorageUse("closeouts_manuals", measureManuals);
  onEvent("client.erased", async (ctx, { jobId }) => {
    const { db, account } = ctx;
    const gone = await db
      .delete(closeoutsVersions)
      .where(and(eq(closeoutsVersions.accountId, account.id), eq(closeoutsVersions.jobId, jobId)))
      .returning({ file: closeoutsVersions.file });
    await db
      .update(closeoutsPackages)
      .set({ letter: null, contacts: null })
      .where(and(eq(closeoutsPackages.accountId, account.id), eq(closeoutsPackages.jobId, jobId)));
    await db
      .delete(closeoutsReminders)
      .where(and(eq(closeoutsReminders.accountId, account.id), eq(closeoutsReminders.jobId, jobId)));
    const files = gone.flatMap(({ file }) => file ?? []);
    if (files.length > 0) await enqueue(db, removeFilesTask, { accountId: account.id, files });
  });
}
