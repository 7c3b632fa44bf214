import { and, asc, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { type Business, zoneOf } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { bookVisitOf, cancelVisitOf, noteVisit, saveVisitor } from "#trade/leads/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { calendarBusy } from "./calendars.server.ts";
import { formatVisitTime } from "./format.ts";
import {
  type Actor,
  type FreeDay,
  freeDays,
  mayStart,
  type Place,
  type Stretch,
  type VisitSettings,
} from "./rules.ts";
import { mailVisit } from "./mail.server.ts";
import { type Visit, visitsVisits } from "./tables.server.ts";

const TAKEN = "Someone just took that time. Choose another one.";

/** PostgreSQL's code for a row that an exclusion constraint refuses. */
const EXCLUDED = "23P01";

/** One visit. @throws AppError not_found */
export async function getVisit(ctx: AccountContext, id: string, { lock = false } = {}): Promise<Visit> {
  const one = ctx.db
    .select()
    .from(visitsVisits)
    .where(and(eq(visitsVisits.accountId, ctx.account.id), eq(visitsVisits.id, id)));
  const [row] = isId(id) ? (lock ? await one.for("update") : await one) : [];
  if (!row) throw new AppError("not_found", "That visit doesn’t exist.");
  const { accountId: _, ...visit } = row;
  return visit;
}

/** Booked visits that touch a stretch of time, in order. */
export async function visitsBetween(
  ctx: AccountContext,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<Visit[]> {
  return ctx.db
    .select()
    .from(visitsVisits)
    .where(
      and(
        eq(visitsVisits.accountId, ctx.account.id),
        ne(visitsVisits.state, "canceled"),
        gt(visitsVisits.freeAt, from),
        lt(visitsVisits.startsAt, until),
      ),
    )
    .orderBy(asc(visitsVisits.startsAt), asc(visitsVisits.id));
}

/** When the business is busy, from now until as far ahead as clients may book. */
async function busyTimes(
  ctx: AccountContext,
  settings: VisitSettings,
  except: string | null,
): Promise<Stretch[]> {
  const rows = await ctx.db
    .select({ startsAt: visitsVisits.startsAt, freeAt: visitsVisits.freeAt })
    .from(visitsVisits)
    .where(
      and(
        eq(visitsVisits.accountId, ctx.account.id),
        eq(visitsVisits.state, "booked"),
        gt(visitsVisits.freeAt, ctx.now),
        lt(visitsVisits.startsAt, ctx.now.add({ hours: 24 * (settings.aheadDays + 2) })),
        except === null ? undefined : ne(visitsVisits.id, except),
      ),
    )
    .orderBy(asc(visitsVisits.startsAt));
  const visits = rows.map(({ startsAt, freeAt }) => ({
    from: startsAt.epochMilliseconds,
    until: freeAt.epochMilliseconds,
  }));
  // From other appointments it takes as long to the next visit as from a visit.
  const way = settings.travelMinutes * 60_000;
  const others = (await calendarBusy(ctx)).map(([from, until]) => ({ from, until: until + way }));
  return [...visits, ...others].toSorted((one, other) => one.from - other.from);
}

/** The latest visit of a lead that wasn't canceled, for what they typed when they booked it; null if none. */
export async function lastVisitOf(
  ctx: AccountContext,
  leadId: string,
): Promise<{ readonly address: string | null; readonly note: string | null } | null> {
  const [visit] = await ctx.db
    .select({ address: visitsVisits.address, note: visitsVisits.note })
    .from(visitsVisits)
    .where(
      and(
        eq(visitsVisits.accountId, ctx.account.id),
        eq(visitsVisits.leadId, leadId),
        ne(visitsVisits.state, "canceled"),
      ),
    )
    .orderBy(desc(visitsVisits.startsAt))
    .limit(1);
  return visit ?? null;
}

/**
 * Days with free times.
 * @param of.except a visit that is being moved; its own time counts as free
 */
export async function findFreeDays(
  ctx: AccountContext,
  settings: VisitSettings,
  of: { readonly from?: string | undefined; readonly most: number; readonly except?: string },
): Promise<FreeDay[]> {
  const busy = await busyTimes(ctx, settings, of.except ?? null);
  return freeDays(settings, busy, { zone: await zoneOf(ctx), now: ctx.now, from: of.from, most: of.most });
}

/** Whether a visit may start then. */
export async function isFreeAt(
  ctx: AccountContext,
  settings: VisitSettings,
  at: Temporal.Instant,
  except: string | null = null,
): Promise<boolean> {
  const busy = await busyTimes(ctx, settings, except);
  return mayStart(at, settings, busy, { zone: await zoneOf(ctx), now: ctx.now });
}

/** What a client chose and typed. */
export interface Booking {
  /** Derived from the form, so that the same form sent twice books one visit. */
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly place: Place;
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
  readonly address: string | null;
  readonly note: string | null;
  /** The zone in which they saw the times. */
  readonly zone: string;
  readonly texts: boolean;
  /** What they agreed to, in the words they saw. */
  readonly wording: string;
  readonly source: string;
  /** The lead whose own link they used. */
  readonly leadId: string | null;
}

/**
 * Books a visit: the lead, the visit, the end of their follow-up, and the emails to both, or nothing.
 * @throws AppError conflict if the time is not free, also when another process took it in the same moment
 */
export async function bookVisit(
  ctx: AccountContext,
  settings: VisitSettings,
  business: Business,
  booking: Booking,
): Promise<Visit> {
  await waitForTurn(ctx);
  const [known] = await ctx.db
    .select({ id: visitsVisits.id })
    .from(visitsVisits)
    .where(and(eq(visitsVisits.accountId, ctx.account.id), eq(visitsVisits.id, booking.id)));
  if (known) return getVisit(ctx, known.id);
  if (!(await isFreeAt(ctx, settings, booking.at))) throw new AppError("conflict", TAKEN);
  const { name, email, phone, wording, source, texts, zone, note, address, place, at } = booking;
  const businessName = business.name ?? "";
  const leadId = await saveVisitor(
    ctx,
    { name, email, phone, wording, source, texts },
    booking.leadId,
    businessName,
  );
  await refuseTooMany(ctx, leadId);
  const times = timesOf(ctx, settings, at);
  await orTaken(
    ctx.db.insert(visitsVisits).values({
      accountId: ctx.account.id,
      id: booking.id,
      leadId,
      state: "booked",
      ...times,
      title: settings.name,
      place,
      name,
      email,
      phone,
      address,
      note,
      zone,
      createdAt: ctx.now,
      changedAt: ctx.now,
    }),
  );
  const visit = await getVisit(ctx, booking.id);
  await bookVisitOf(ctx, leadId, `Booked a visit: ${formatVisitTime(visit, await zoneOf(ctx))}`);
  await mailVisit(ctx, business, visit, { news: "booked", by: "client" });
  await publishVisit(ctx, visit, "booked", "client");
  return visit;
}

/**
 * Moves a visit. The same time again changes nothing.
 * @throws AppError not_found; conflict if it can't be moved, or the time isn't free
 */
export async function moveVisit(
  ctx: AccountContext,
  settings: VisitSettings,
  business: Business,
  { id, at, by }: { readonly id: string; readonly at: Temporal.Instant; readonly by: Actor },
): Promise<Visit> {
  await waitForTurn(ctx);
  const before = await getVisit(ctx, id, { lock: true });
  if (before.startsAt.equals(at) && before.state === "booked") return before;
  refuseUnlessAhead(ctx, before, "moved");
  if (!(await isFreeAt(ctx, settings, at, id))) throw new AppError("conflict", TAKEN);
  await orTaken(
    ctx.db
      .update(visitsVisits)
      .set({
        ...timesOf(ctx, settings, at),
        sequence: sql`${visitsVisits.sequence} + 1`,
        changedAt: ctx.now,
      })
      .where(and(eq(visitsVisits.accountId, ctx.account.id), eq(visitsVisits.id, id))),
  );
  const visit = await getVisit(ctx, id);
  const zone = await zoneOf(ctx);
  await noteVisit(
    ctx,
    visit.leadId,
    `${by === "client" ? "Moved" : "You moved"} the visit to ${formatVisitTime(visit, zone)}`,
  );
  await mailVisit(ctx, business, visit, { news: "moved", by, before });
  await publishVisit(ctx, visit, "moved", by);
  return visit;
}

/**
 * Cancels a visit. A second call changes nothing.
 * @throws AppError not_found; conflict once it has begun
 */
export async function cancelVisit(
  ctx: AccountContext,
  business: Business,
  { id, by }: { readonly id: string; readonly by: Actor },
): Promise<Visit> {
  await waitForTurn(ctx);
  const before = await getVisit(ctx, id, { lock: true });
  if (before.state === "canceled") return before;
  refuseUnlessAhead(ctx, before, "canceled");
  await ctx.db
    .update(visitsVisits)
    .set({
      state: "canceled",
      remindAt: null,
      sequence: sql`${visitsVisits.sequence} + 1`,
      changedAt: ctx.now,
    })
    .where(and(eq(visitsVisits.accountId, ctx.account.id), eq(visitsVisits.id, id)));
  const visit = await getVisit(ctx, id);
  const words = `${by === "client" ? "Canceled" : "You canceled"} the visit: ${formatVisitTime(visit, await zoneOf(ctx))}`;
  const others = await upcomingOf(ctx, visit.leadId);
  if (others > 0) await noteVisit(ctx, visit.leadId, words);
  else await cancelVisitOf(ctx, visit.leadId, words);
  await mailVisit(ctx, business, visit, { news: "canceled", by });
  await publishVisit(ctx, visit, "canceled", by);
  return visit;
}

/** For webhooks, in the transaction of the change. */
function publishVisit(
  ctx: AccountContext,
  { id: visitId, leadId, startsAt, endsAt }: Visit,
  what: "booked" | "moved" | "canceled",
  by: Actor,
): Promise<void> {
  return publish(ctx, { type: "visit.changed", what, by, leadId, visitId, startsAt, endsAt });
}

/** Visits that a person may have ahead of them. */
const MOST_AHEAD = 3;

async function refuseTooMany(ctx: AccountContext, leadId: string): Promise<void> {
  if ((await upcomingOf(ctx, leadId)) >= MOST_AHEAD)
    throw new AppError(
      "invalid",
      "You have several visits booked already. Move one of those, or call us, and we’ll find a time.",
    );
}

function upcomingOf(ctx: AccountContext, leadId: string): Promise<number> {
  return ctx.db.$count(
    visitsVisits,
    and(
      eq(visitsVisits.accountId, ctx.account.id),
      eq(visitsVisits.leadId, leadId),
      eq(visitsVisits.state, "booked"),
      gt(visitsVisits.startsAt, ctx.now),
    ),
  );
}

function refuseUnlessAhead(ctx: AccountContext, visit: Visit, what: string): void {
  if (visit.state === "canceled")
    throw new AppError("conflict", "This visit was canceled. Book another one.");
  if (Temporal.Instant.compare(visit.startsAt, ctx.now) <= 0)
    throw new AppError("conflict", `This visit has begun or is over, so it can’t be ${what} anymore.`);
}

function timesOf(ctx: AccountContext, settings: VisitSettings, at: Temporal.Instant) {
  const endsAt = at.add({ minutes: settings.lengthMinutes });
  const remindAt = settings.remindHours > 0 ? at.subtract({ hours: settings.remindHours }) : null;
  return {
    startsAt: at,
    endsAt,
    freeAt: endsAt.add({ minutes: settings.travelMinutes }),
    // Somebody who books after that has just read the confirmation.
    remindAt: remindAt && Temporal.Instant.compare(remindAt, ctx.now) > 0 ? remindAt : null,
  };
}

/**
 * One booking of a business at a time, so that the second sees the first one's visit. The constraint of the
 * database holds without it, but two that wait for each other's rows would deadlock.
 */
async function waitForTurn(ctx: AccountContext): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} visits`}, 0))`);
}

async function orTaken(saving: Promise<unknown>): Promise<void> {
  try {
    await saving;
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    if ((code ?? cause?.code) === EXCLUDED) throw new AppError("conflict", TAKEN);
    throw error;
  }
}
