import { z } from "zod";
import { withAccount } from "#platform/db/scope.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { setState, writeStanding } from "./state.server.ts";
import { canBecome } from "./states.ts";
import { lockRow } from "./stored.server.ts";

/** Tells devices the number of a new change: their command's own transaction can't write its record again. */
export const numberTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "changes.number",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) =>
    withAccount(accountId, async (ctx) => {
      const row = await lockRow(ctx, id);
      if (row) await writeStanding(ctx, row);
    }),
};

/** Says that a revision expired, unless it was answered or a newer one was sent. */
export const expireTask: Task<{
  readonly accountId: string;
  readonly id: string;
  readonly version: number;
}> = {
  name: "changes.expire",
  payload: z.object({ accountId: z.uuid(), id: z.uuid(), version: z.int() }),
  run: ({ accountId, id, version }) =>
    withAccount(accountId, async (ctx) => {
      const row = await lockRow(ctx, id);
      if (row?.version === version && canBecome(row.state, "expired")) await setState(ctx, id, "expired");
    }),
};
