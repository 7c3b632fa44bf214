import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { remindAll } from "./reminders/remind.server.ts";

/** Each time zone's full hour falls on a multiple of five minutes. */
const remindTask: Task<object> = {
  name: "logs.remind",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => remindAll(),
};

export const logsTasks: readonly AnyTask[] = [remindTask];
