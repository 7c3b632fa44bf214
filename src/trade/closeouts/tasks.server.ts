import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { removeFiles } from "#ground/media/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { makeTask } from "./paper/make.server.ts";
import { closeoutsVersions } from "./tables.server.ts";

/** Deletes PDFs of versions that are gone, after the transaction that deleted them. */
export const removeFilesTask: Task<{ accountId: string; files: string[] }> = {
  name: "closeouts.remove-files",
  payload: z.object({ accountId: z.uuid(), files: z.array(z.string()) }),
  async run({ accountId, files }) {
    for (const file of files) {
      // The same bytes stored twice are one file.
      const [used] = await withAccount(accountId, ({ db }) =>
        db
          .select({ id: closeoutsVersions.id })
          .from(closeoutsVersions)
          .where(and(eq(closeoutsVersions.accountId, accountId), eq(closeoutsVersions.file, file)))
          .limit(1),
      );
      if (!used) await removeFiles([file]);
    }
  },
};

export const closeoutsTasks: readonly AnyTask[] = [makeTask, removeFilesTask];
