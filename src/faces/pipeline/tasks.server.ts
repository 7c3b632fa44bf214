import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { sendWeeklies } from "./weekly/weekly.server.ts";

/** Looks for businesses to tell of their week. Every zone's seven o'clock is a multiple of five minutes. */
const weeklyTask: Task<object> = {
  name: "pipeline.send-weeklies",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => sendWeeklies(),
};

export const pipelineTasks: readonly AnyTask[] = [weeklyTask];
