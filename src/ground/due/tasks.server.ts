import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { sweepDue } from "./sweep.server.ts";

/** Each time zone's full hour falls on a multiple of five minutes. */
const sweepTask: Task<object> = {
  name: "due.sweep",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => sweepDue(),
};

export const dueTasks: readonly AnyTask[] = [sweepTask];
