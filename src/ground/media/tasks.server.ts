import { z } from "zod";
import type { Task } from "#platform/queue/queue.server.ts";
import { drawTask } from "./derivatives.server.ts";
import { sweepUploads } from "./uploads.server.ts";

/**
 * Finishes uploads whose sender never came back for the answer, and removes those that nobody went on with.
 */
const sweepTask: Task<Record<string, never>> = {
  name: "media.sweep-uploads",
  payload: z.object({}),
  every: "17 * * * *",
  run: (_payload, now) => sweepUploads(now),
};

export const mediaTasks = [drawTask, sweepTask];
