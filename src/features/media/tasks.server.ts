import { z } from "zod";
import type { Task } from "#platform/queue/queue.server.ts";
import { drawDerivatives } from "./draw.server.ts";
import { sweepUploads } from "./uploads.server.ts";

/** Draws what a photo is shown by, off every request's way. */
export const drawTask: Task<{ accountId: string; sha256: string }> = {
  name: "media.draw-derivatives",
  payload: z.object({ accountId: z.uuid(), sha256: z.string() }),
  run: ({ accountId, sha256 }) => drawDerivatives(accountId, sha256),
};

/** Finishes uploads whose sender never came back for the answer, and removes those that nobody went on with. */
const sweepTask: Task<Record<string, never>> = {
  name: "media.sweep-uploads",
  payload: z.object({}),
  every: "17 * * * *",
  run: (_payload, now) => sweepUploads(now),
};

export const mediaTasks = [drawTask, sweepTask];
