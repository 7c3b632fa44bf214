import { z } from "zod";
import type { Task } from "#platform/queue/queue.server.ts";
import { sendScheduled } from "./send-scheduled.server.ts";

/** Sends what was scheduled. */
export const sendScheduledTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "estimates.send-scheduled",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) => sendScheduled(accountId, id),
};
