import { sql } from "drizzle-orm";
import { readsReplies } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Calendar } from "#platform/time/hours.ts";
import type { DueStep } from "../sending/due-steps.server.ts";
import { NOTIFY_FROM } from "./heads-up.ts";
import { notifyOwners } from "./send.server.ts";
import { isAnnounced } from "../plan/timing.ts";

/**
 * Queues the heads-up email before the day's first follow-up of a business whose replies we can't read, in
 * case nothing ran at 7:30. The follow-ups don't wait until the owner has read it: someone who starts the
 * product at nine expects what is due at nine to go.
 * @param due the steps being decided
 */
export async function notifyBeforeFirst(
  ctx: AccountContext,
  calendar: Calendar,
  due: readonly DueStep[],
): Promise<void> {
  const [{ zone }] = calendar.zones;
  const today = ctx.now.toZonedDateTimeISO(zone).toPlainDate();
  const since = today.toZonedDateTime({ timeZone: zone, plainTime: NOTIFY_FROM }).toInstant();
  // Most batches contain no announced step, and after the first of a day the row exists.
  if (!due.some((row) => row.steps[row.step] && isAnnounced(row.steps[row.step]!, row, since))) return;
  const { rows } = await ctx.db.execute(sql`
    select from sequences_heads_ups
     where account_id = ${ctx.account.id} and day = ${today.toString()} and at <= ${ctx.now.toString()}`);
  if (!rows.length && !(await readsReplies(ctx))) await notifyOwners(ctx, true);
}
