import { z } from "zod";
import { withAccount } from "#platform/db/scope.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { lockRow } from "./changes.server.ts";
import { writeStanding } from "./set-state.server.ts";

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
