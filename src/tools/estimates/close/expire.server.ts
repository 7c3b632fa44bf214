import { z } from "zod";
import { withAccount } from "#platform/db/scope.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { setState } from "../stored/set-state.server.ts";
import { canBecome } from "../rules/states.ts";
import { lockRow } from "../stored/estimates.server.ts";

/** Says that a version expired, unless its client answered or a newer one was sent. */
export const expireTask: Task<{
  readonly accountId: string;
  readonly id: string;
  readonly version: number;
}> = {
  name: "estimates.expire",
  payload: z.object({ accountId: z.uuid(), id: z.uuid(), version: z.int() }),
  run: ({ accountId, id, version }) =>
    withAccount(accountId, async (ctx) => {
      const row = await lockRow(ctx, id);
      if (row?.version === version && canBecome(row.state, "expired")) await setState(ctx, id, "expired");
    }),
};
