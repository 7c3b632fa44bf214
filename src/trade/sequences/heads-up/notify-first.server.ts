import { sql } from "drizzle-orm";
import { readsReplies } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Calendar } from "#platform/time/hours.ts";
import type { DueStep } from "../sending/due-steps.server.ts";
import { NOTIFY_FROM } from "./heads-up.ts";
import { notifyOwners } from "./send.server.ts";
import { isAnnounced } from "../plan/timing.ts";

/**
 * Sees to it that a business whose replies we can't see is told of the day's follow-ups before the first of
 * them goes, also where nobody worked at half past seven: its mail stands in the queue before theirs. They do
 * not wait for its owner to have read it. Whoever starts the product again at nine expects that what is due
 * at nine goes then.
 * @param due what is being decided
 */
export async function notifyBeforeFirst(
  ctx: AccountContext,
  calendar: Calendar,
  due: readonly DueStep[],
): Promise<void> {
  const [{ zone }] = calendar.zones;
  const today = ctx.now.toZonedDateTimeISO(zone).toPlainDate();
  const since = today.toZonedDateTime({ timeZone: zone, plainTime: NOTIFY_FROM }).toInstant();
  // Most batches have none of them, and those after the first of a day find the row.
  if (!due.some((row) => row.steps[row.step] && isAnnounced(row.steps[row.step]!, row, since))) return;
  const { rows } = await ctx.db.execute(sql`
    select from sequences_heads_ups
     where account_id = ${ctx.account.id} and day = ${today.toString()} and at <= ${ctx.now.toString()}`);
  if (!rows.length && !(await readsReplies(ctx))) await notifyOwners(ctx, true);
}
