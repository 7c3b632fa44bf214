import { z } from "zod";
import type { Task } from "#platform/queue/queue.server.ts";
import { drawTask } from "./derivatives.server.ts";
import { sweepUploads } from "./uploads.server.ts";

/** Finishes complete uploads whose sender didn't come back, and deletes abandoned ones. */
const sweepTask: Task<Record<string, never>> = {
  name: "media.sweep-uploads",
  payload: z.object({}),
  every: "17 * * * *",
  run: (_payload, now) => sweepUploads(now),
};

export const mediaTasks = [drawTask, sweepTask];
