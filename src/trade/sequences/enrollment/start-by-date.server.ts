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
 * Begins what a day starts, when the business's hours open on it: once, whatever number of processes does it.
 * One that can't begin holds up no other.
 * @throws the last failure, after all had their turn: whoever has begun does not begin again
 */
export async function beginDates(): Promise<void> {
  const at = now();
  // By the calendar of whoever is furthest ahead; each account's own day is looked at in its turn.
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
  // Whoever comes second waits here for the first to commit, and then has nothing to do.
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
    // A season that is over, after a downtime or a suspension, would surprise more than help.
    const isOver = Temporal.Instant.compare(ctx.now, opens.add(LATE_AFTER)) > 0;
    if (!isOver) await startForAll(ctx, sequence);
    await ctx.db
      .update(sequences)
      .set(isOver ? { retiredAt: ctx.now } : { begunAt: ctx.now })
      .where(and(eq(sequences.accountId, ctx.account.id), eq(sequences.id, sequence.id)));
  }
}

/** When hours open on a day, or next after it where they don't. */
function openingOn(day: string, calendar: Calendar): Temporal.Instant | undefined {
  return nextOpen(Temporal.PlainDate.from(day).toZonedDateTime(calendar.zones[0].zone).toInstant(), calendar);
}
