import { z } from "zod";
import { withSystem } from "#platform/db/scope.server.ts";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { purgeMisses } from "./misses/misses.server.ts";

const purgeMissesTask: Task<object> = {
  name: "writing.purge-misses",
  payload: z.object({}),
  every: "17 4 * * *",
  run: () => withSystem(purgeMisses),
};

export const writingTasks: readonly AnyTask[] = [purgeMissesTask];
