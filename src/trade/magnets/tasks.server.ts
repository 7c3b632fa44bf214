import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { purgeDrafts } from "./draft/drafts.server.ts";
import { renewOffersTask } from "./paper/renew.server.ts";
import { removeDeletedTask } from "./trash.server.ts";

const purgeDraftsTask: Task<object> = {
  name: "magnets.purge-drafts",
  payload: z.object({}),
  every: "41 3 * * *",
  run: () => purgeDrafts(),
};

export const magnetsTasks: readonly AnyTask[] = [purgeDraftsTask, removeDeletedTask, renewOffersTask];
