import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { purgeDrips } from "./draft/drafts.server.ts";
import { removeDeletedTask } from "./trash.server.ts";

const purgeDripsTask: Task<object> = {
  name: "drips.purge-drafts",
  payload: z.object({}),
  every: "47 3 * * *",
  run: () => purgeDrips(),
};

export const dripsTasks: readonly AnyTask[] = [purgeDripsTask, removeDeletedTask];
