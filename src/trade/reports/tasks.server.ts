import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { makeTask } from "./paper/make.server.ts";
import { sendLaterTask, watchTask } from "./schedule/send.server.ts";
import { claimTurns } from "./schedule/schedules.server.ts";

/** Looks for schedules whose turn has come. Every zone's full hour is a multiple of five minutes. */
const turnsTask: Task<object> = {
  name: "reports.take-turns",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => claimTurns(),
};

export const reportsTasks: readonly AnyTask[] = [makeTask, turnsTask, sendLaterTask, watchTask];
