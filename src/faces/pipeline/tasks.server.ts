import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { sendWeeklies } from "./weekly/weekly.server.ts";

/**
 * Finds businesses due for their weekly email. In every zone, seven o'clock falls on a multiple of five
 * minutes UTC.
 */
const weeklyTask: Task<object> = {
  name: "pipeline.send-weeklies",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => sendWeeklies(),
};

export const pipelineTasks: readonly AnyTask[] = [weeklyTask];
