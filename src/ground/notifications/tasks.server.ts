import { z } from "zod";
import { database, now } from "#platform/db/scope.server.ts";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { pushTask } from "./push/push.server.ts";

const REMEMBERED = { hours: 24 * 7 } as const;

const forgetTask: Task<object> = {
  name: "notifications.forget",
  payload: z.object({}),
  every: "23 3 * * *",
  run: async () => {
    await database().app.query("select notifications_forget($1)", [now().subtract(REMEMBERED).toString()]);
  },
};

export const notificationsTasks: readonly AnyTask[] = [pushTask, forgetTask];
