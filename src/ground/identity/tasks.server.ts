import { z } from "zod";
import { now } from "#platform/db/scope.server.ts";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { purgeChallenges } from "./login/challenges.server.ts";
import { purgeExpired } from "./queries.server.ts";

const purgeExpiredTask: Task<object> = {
  name: "identity.purge-expired",
  payload: z.object({}),
  every: "41 3 * * *",
  async run() {
    await purgeChallenges();
    await purgeExpired(now());
  },
};

export const identityTasks: readonly AnyTask[] = [purgeExpiredTask];
