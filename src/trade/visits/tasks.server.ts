import { z } from "zod";
import { lockIfActive } from "#ground/businesses/public.server.ts";
import { database, now, withAccount } from "#platform/db/scope.server.ts";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { noteOver } from "./after.server.ts";
import { refreshCalendars } from "./calendars.server.ts";
import { sendReminders } from "./remind.server.ts";

const PAGE_SIZE = 200;

/** Reminds clients, and notes which visits are over. A failing account doesn't delay others. */
async function sweepVisits(): Promise<void> {
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await database().app.query<{ id: string }>(
      "select visits_accounts as id from visits_accounts($1, $2, $3)",
      [now().toString(), after, PAGE_SIZE],
    );
    for (const { id } of rows)
      await withAccount(id, async (ctx) => {
        if (!(await lockIfActive(ctx))) return;
        await sendReminders(ctx);
        await noteOver(ctx);
      }).catch((error: unknown) => failures.push(error));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) break;
    after = last.id;
  }
  if (failures.length) throw failures.at(-1);
}

const sweepTask: Task<object> = {
  name: "visits.sweep",
  payload: z.object({}),
  every: "* * * * *",
  run: () => sweepVisits(),
};

const calendarsTask: Task<object> = {
  name: "visits.refresh-calendars",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => refreshCalendars(),
};

export const visitsTasks: readonly AnyTask[] = [sweepTask, calendarsTask];
