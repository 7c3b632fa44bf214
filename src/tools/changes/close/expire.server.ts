import { z } from "zod";
import { withAccount } from "#platform/db/scope.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { canBecome } from "../rules/states.ts";
import { findSent } from "../stored/changes.server.ts";
import { closeChange } from "./close.server.ts";

/**
 * Closes a revision that expired, unless it was answered or a newer one was sent. An answer at the same
 * moment makes it fail, and the queue runs it again.
 */
export const expireTask: Task<{
  readonly accountId: string;
  readonly id: string;
  readonly version: number;
}> = {
  name: "changes.expire",
  payload: z.object({ accountId: z.uuid(), id: z.uuid(), version: z.int() }),
  run: ({ accountId, id, version }) =>
    withAccount(accountId, async (ctx) => {
      const sent = await findSent(ctx, id);
      if (sent?.row.version === version && canBecome(sent.row.state, "expired"))
        await closeChange(ctx, id, { as: "expired" });
    }),
};
