import { z } from "zod";
import { database } from "#platform/db/scope.server.ts";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { REPLAY_HOURS } from "./idempotency.server.ts";

const LOG_DAYS = 30;

/** Deletes answers, events and deliveries past their retention. */
export const forgetTask: Task<object> = {
  name: "api.forget",
  payload: z.object({}),
  every: "23 * * * *",
  async run(_, now) {
    const hoursAgo = (hours: number) => now.subtract({ hours }).toString();
    await database().app.query("select api_forget($1, $2)", [
      hoursAgo(REPLAY_HOURS),
      hoursAgo(LOG_DAYS * 24),
    ]);
  },
};

export const apiTasks: readonly AnyTask[] = [forgetTask];
