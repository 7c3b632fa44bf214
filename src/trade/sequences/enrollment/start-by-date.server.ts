import { and, eq, isNull } from "drizzle-orm";
import { getBusiness, lockIfActive } from "#ground/businesses/public.server.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { LATE_AFTER } from "../rules.ts";
import { startForAll } from "./start.server.ts";
import { sequences } from "../tables.server.ts";

const AT_ONCE = 100;

/**
 * Starts date-triggered sequences when the business's hours open on that date, once with any number of
 * processes.
 * @throws the last failure, after all were tried
 */
export async function beginDates(): Promise<void> {
  const at = now();
  // Today in the earliest time zone (UTC+14). Each account's own date is checked below.
  const day = at.toZonedDateTimeISO("Pacific/Kiritimati").toPlainDate().toString();
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await database().app.query<{ id: string }>(
      "select account_id as id from sequences_date_accounts($1, $2, $3)",
      [day, after, AT_ONCE],
    );
    for (const { id } of rows)
      await withAccount(id, beginDatesOf).catch((error: unknown) => failures.push(error));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.id;
  }
  if (failures.length) throw failures.at(-1);
}

async function beginDatesOf(ctx: AccountContext): Promise<void> {
  if (!(await lockIfActive(ctx))) return;
  const calendar = calendarOf(await getBusiness(ctx));
  // A second process waits here for the first, and then finds nothing.
  const found = await ctx.db
    .select()
    .from(sequences)
    .where(
      and(eq(sequences.accountId, ctx.account.id), isNull(sequences.retiredAt), isNull(sequences.begunAt)),
    )
    .orderBy(sequences.id)
    .for("update");
  for (const sequence of found) {
    if (sequence.trigger.kind !== "date") continue;
    const opens = openingOn(sequence.trigger.on, calendar);
    if (!opens || Temporal.Instant.compare(ctx.now, opens) < 0) continue;
    // After a downtime or a suspension the occasion may have passed.
    const isOver = Temporal.Instant.compare(ctx.now, opens.add(LATE_AFTER)) > 0;
    if (!isOver) await startForAll(ctx, sequence);
    await ctx.db
      .update(sequences)
      .set(isOver ? { retiredAt: ctx.now } : { begunAt: ctx.now })
      .where(and(eq(sequences.accountId, ctx.account.id), eq(sequences.id, sequence.id)));
  }
}

function openingOn(day: string, calendar: Calendar): Temporal.Instant | undefined {
  return nextOpen(Temporal.PlainDate.from(day).toZonedDateTime(calendar.zones[0].zone).toInstant(), calendar);
}
