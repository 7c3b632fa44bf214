import { z } from "zod";
import { listExpiredExports, deleteExport } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { giveBackTask } from "./mailbox/give-back.server.ts";
import { finishErasure } from "./your-data/finish-erasure.server.ts";
import { abandonExport, makeExport } from "./your-data/export.server.ts";

/** Makes a copy of a person's data. */
export const makeExportTask: Task<{ exportId: string }> = {
  name: "businesses.make-export",
  payload: z.object({ exportId: z.uuid() }),
  run: ({ exportId }, now) => makeExport(exportId, now),
};

/** Removes what an erasure leaves behind: files, late rows, and finally the last email. Can be repeated. */
export const finishErasureTask: Task<{ accounts: string[]; mailId?: string | undefined }> = {
  name: "businesses.finish-erasure",
  payload: z.object({ accounts: z.array(z.uuid()), mailId: z.uuid().optional() }),
  run: (rest) => finishErasure(rest),
};

/** Removes expired copies, the file first. If it crashes in between, the next run finds the row again. */
const purgeExportsTask: Task<object> = {
  name: "businesses.purge-exports",
  payload: z.object({}),
  every: "41 * * * *",
  async run() {
    const { expired, abandoned } = await withSystem(listExpiredExports);
    for (const { id, file } of expired) {
      if (file) await installation().files.remove(file);
      await withSystem(({ db }) => deleteExport(db, id));
    }
    for (const id of abandoned) await abandonExport(id);
  },
};

export const businessesTasks: readonly AnyTask[] = [
  makeExportTask,
  finishErasureTask,
  purgeExportsTask,
  giveBackTask,
];
