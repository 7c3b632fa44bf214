import { and, asc, eq, lte, sql } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { type BusyStretch, readBusy } from "#platform/calendar/read-busy.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  database,
  isId,
  now as currentTime,
  withAccount,
} from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { getOutside } from "#platform/outside/get.server.ts";
import { Unreachable } from "#platform/outside/outside.server.ts";
import { moment } from "#platform/time/format.ts";
import { LONGEST_AHEAD } from "./rules.ts";
import { visitsCalendars } from "./tables.server.ts";

// Calendars that a business already has, by their address. Their busy times are read every few minutes and
// stored; when one can't be read, what it said last still counts.

const MOST_CALENDARS = 5;
const MOST_BYTES = 25 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
const EVERY_MINUTES = 15;
const AT_ONCE = 4;
const DUE_AT_ONCE = 200;

const purposeOf = (accountId: string) => `visits calendar ${accountId}`;

/** What a calendar said, or what was wrong with it in a sentence. */
type Read =
  | { readonly busy: readonly BusyStretch[]; readonly events: number; readonly problem: string | null }
  | { readonly problem: string };

/**
 * A calendar's address as people paste it.
 * @throws AppError invalid
 */
export function readAddress(typed: string): string {
  const url = URL.parse(typed.trim().replace(/^webcals?:/i, "https:"));
  const wrong = (message: string) => new AppError("invalid", message, { fields: { address: message } });
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2_000)
    throw wrong(
      "Enter the calendar’s address. It starts with https:// or webcal:// and often ends with .ics.",
    );
  if (url.username || url.password) throw wrong("Leave the username and password out of the address.");
  return url.href;
}

/**
 * Adds a calendar, once it could be read. Reads it outside of any transaction.
 * @throws AppError invalid if it can't be read
 */
export async function addCalendar(
  accountId: string,
  { address, name }: { readonly address: string; readonly name: string },
): Promise<void> {
  const zone = await withAccount(accountId, zoneOf);
  const read = await readCalendar(address, zone);
  if (!("busy" in read)) throw new AppError("invalid", read.problem, { fields: { address: read.problem } });
  await withAccount(accountId, async (ctx) => {
    await ctx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} visits calendars`}, 0))`,
    );
    const { length } = await listCalendars(ctx);
    if (length >= MOST_CALENDARS)
      throw new AppError("conflict", `You have ${MOST_CALENDARS} calendars here. Remove one first.`);
    await ctx.db.insert(visitsCalendars).values({
      accountId,
      id: newId(),
      name: name || new URL(address).hostname,
      sealed: seal(purposeOf(accountId), address),
      busy: read.busy,
      events: read.events,
      problem: read.problem,
      checkedAt: ctx.now,
      readAt: ctx.now,
      nextAt: ctx.now.add({ minutes: EVERY_MINUTES }),
    });
  });
}

/** A calendar as the settings show it. */
export interface ShownCalendar {
  readonly id: string;
  readonly name: string;
  readonly events: number;
  readonly problem: string | null;
  /** When it was last read. */
  readonly read: string;
}

export async function listCalendars(ctx: AccountContext): Promise<ShownCalendar[]> {
  const zone = await zoneOf(ctx);
  const rows = await ctx.db
    .select()
    .from(visitsCalendars)
    .where(eq(visitsCalendars.accountId, ctx.account.id))
    .orderBy(asc(visitsCalendars.id));
  return rows.map(({ id, name, events, problem, readAt }) => ({
    id,
    name,
    events,
    problem,
    read: moment(readAt, zone).words,
  }));
}

/** A second call changes nothing. */
export async function removeCalendar(ctx: AccountContext, id: string): Promise<void> {
  if (!isId(id)) return;
  await ctx.db
    .delete(visitsCalendars)
    .where(and(eq(visitsCalendars.accountId, ctx.account.id), eq(visitsCalendars.id, id)));
}

/** When the business's other calendars are busy. */
export async function calendarBusy(ctx: AccountContext): Promise<BusyStretch[]> {
  const rows = await ctx.db
    .select({ busy: visitsCalendars.busy })
    .from(visitsCalendars)
    .where(eq(visitsCalendars.accountId, ctx.account.id));
  return rows.flatMap(({ busy }) => busy);
}

/** Reads the calendars that are due again, a few at once. One that never answers delays no other for long. */
export async function refreshCalendars(): Promise<void> {
  const { rows } = await database().app.query<{ account_id: string; id: string }>(
    "select account_id, id from visits_due_calendars($1, $2)",
    [currentTime().toString(), DUE_AT_ONCE],
  );
  const waiting = [...rows];
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await refreshCalendar(one.account_id, one.id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Claims and reads one calendar. Another process that wants it at the same time finds it claimed. */
export async function refreshCalendar(accountId: string, id: string): Promise<void> {
  const claimed = await withAccount(accountId, async (ctx) => {
    const [row] = await ctx.db
      .update(visitsCalendars)
      .set({ nextAt: ctx.now.add({ minutes: EVERY_MINUTES }) })
      .where(
        and(
          eq(visitsCalendars.accountId, accountId),
          eq(visitsCalendars.id, id),
          lte(visitsCalendars.nextAt, ctx.now),
        ),
      )
      .returning({ sealed: visitsCalendars.sealed });
    return row && { sealed: row.sealed, zone: await zoneOf(ctx) };
  });
  if (!claimed) return;
  const address = unseal(purposeOf(accountId), claimed.sealed);
  const read: Read =
    address === undefined
      ? { problem: "We can’t decrypt this calendar’s address anymore. Remove it and add it again." }
      : await readCalendar(address, claimed.zone);
  await withAccount(accountId, (ctx) =>
    ctx.db
      .update(visitsCalendars)
      .set({ ...read, checkedAt: ctx.now, ...("busy" in read ? { readAt: ctx.now } : {}) })
      .where(and(eq(visitsCalendars.accountId, accountId), eq(visitsCalendars.id, id))),
  );
}

/** Reads a calendar. Never throws: what is wrong with it is said in a sentence. */
async function readCalendar(address: string, zone: string): Promise<Read> {
  try {
    const { status, body } = await getOutside(address, {
      headers: { Accept: "text/calendar", "User-Agent": `${installation().brand} calendar reader` },
      timeoutMs: TIMEOUT_MS,
      mostBytes: MOST_BYTES,
    });
    if (status === 401 || status === 403 || status === 404 || status === 410)
      return { problem: "The calendar’s server says there is no such calendar, or it isn’t shared anymore." };
    if (status !== 200) return { problem: `The calendar’s server answered with an error (${status}).` };
    return await busyOf(body.toString("utf8"), zone);
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

async function busyOf(text: string, zone: string): Promise<Read> {
  const from = currentTime().subtract({ hours: 24 });
  const times = await readBusy(text, {
    from,
    until: from.add({ hours: 24 * (LONGEST_AHEAD + 3) }),
    zone,
    ownUid: `@${new URL(installation().publicUrl).hostname}`,
  }).catch(() => null);
  if (!times) return { problem: "There is something else at this address, not a calendar." };
  return {
    busy: times.stretches,
    events: times.events,
    problem: times.isWhole
      ? null
      : "This calendar is too large to read all of it, so some busy times may be missing. Share a smaller one, without past years.",
  };
}

function problemOf(error: unknown): string {
  if (error instanceof Unreachable) return `We can’t open this calendar: ${error.message}.`;
  switch ((error as { code?: string }).code) {
    case "ETIMEDOUT":
      return "The calendar’s server didn’t answer in time.";
    case "ETOOBIG":
      return "This calendar is larger than 25 MB. Share a smaller one, without past years.";
    case "ELOOP":
      return "This address leads from one page to the next and never to a calendar.";
    default:
      return "We couldn’t connect to the calendar’s server.";
  }
}
