import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { purgePageViews } from "./page-views/data.server.ts";

const purgePageViewsTask: Task<object> = {
  name: "site.purge-page-views",
  payload: z.object({}),
  every: "23 4 * * *",
  run: () => purgePageViews(),
};

export const siteTasks: readonly AnyTask[] = [purgePageViewsTask];
