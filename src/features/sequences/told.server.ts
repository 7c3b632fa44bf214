import { sql } from "drizzle-orm";
import { hearsReplies } from "#features/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Calendar } from "#platform/time/hours.ts";
import type { DueStep } from "./due-steps.server.ts";
import { areRepliesHeard } from "./heads-up.server.ts";
import { TOLD_FROM } from "./heads-up.ts";
import { isTold, type Told } from "./timing.ts";

/** How long an owner has for the day's mail before the first of what it names goes out: half past seven is that long before eight. */
const FAIR_WHILE = Temporal.Duration.from({ minutes: 30 });

/**
 * From when on the day's follow-ups may go of a business whose owner is to be told of them first; null where they need not wait. Where the mail has not
 * gone, because nobody worked at half past seven, they wait for it.
 */
export async function toldFrom(ctx: AccountContext, calendar: Calendar, due: readonly DueStep[]): Promise<Told | null> {
  const today = ctx.now.toZonedDateTimeISO(calendar.zones[0].zone).toPlainDate();
  const since = today.toZonedDateTime({ timeZone: calendar.zones[0].zone, plainTime: TOLD_FROM }).toInstant();
  // Most batches have none of them, and those after the first of a day find the row.
  if (!due.some((row) => row.steps[row.step] && isTold(row.steps[row.step]!, row, since))) return null;
  const { rows } = await ctx.db.execute<{ at: string }>(sql`
    select at::text from sequences_heads_ups
     where account_id = ${ctx.account.id} and day = ${today.toString()} and at <= ${ctx.now.toString()}`);
  const told = rows[0] && Temporal.Instant.from(rows[0].at.replace(" ", "T"));
  if (!told && ((await hearsReplies(ctx)) || (await areRepliesHeard(ctx.now)))) return null;
  const from = (told ?? ctx.now).add(FAIR_WHILE);
  return Temporal.Instant.compare(from, ctx.now) > 0 ? { since, from } : null;
}
