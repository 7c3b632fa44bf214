import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { makeTask } from "./paper/make.server.ts";
import { sendLaterTask, watchTask } from "./schedule/send.server.ts";
import { claimTurns } from "./schedule/schedules.server.ts";

/** Each time zone's full hour falls on a multiple of five minutes. */
const dueSchedulesTask: Task<object> = {
  name: "reports.take-turns",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => claimTurns(),
};

export const reportsTasks: readonly AnyTask[] = [makeTask, dueSchedulesTask, sendLaterTask, watchTask];
