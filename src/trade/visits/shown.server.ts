import { type Business, getBusiness, zoneOf } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { formatClock, formatVisitDay, formatVisitTime } from "./format.ts";
import type { VisitState } from "./rules.ts";
import type { Visit } from "./tables.server.ts";
import { visitsBetween } from "./visits.server.ts";

/** A visit as the business sees it. */
export interface ShownVisit {
  readonly id: string;
  readonly leadId: string;
  readonly name: string;
  readonly title: string;
  readonly state: VisitState;
  readonly hasBegun: boolean;
  /** `9:00 AM – 10:00 AM` in the business's zone. */
  readonly time: string;
  readonly day: string;
  readonly when: string;
  /** In the client's zone, if that is another one. */
  readonly whenThere: string | null;
  readonly iso: string;
  /** Null for a visit by phone. */
  readonly address: string | null;
  /** Directions to it, in the phone's own map. */
  readonly route: string | null;
  readonly isByPhone: boolean;
  readonly phone: string | null;
  /** For `tel:` and `sms:`. */
  readonly dial: string | null;
  readonly email: string | null;
  readonly note: string | null;
}

export function shownVisit(
  visit: Visit,
  business: Business,
  zone: string,
  now: Temporal.Instant,
): ShownVisit {
  const address =
    visit.place === "theirs" ? visit.address : visit.place === "ours" ? business.postalAddress : null;
  return {
    id: visit.id,
    leadId: visit.leadId,
    name: visit.name,
    title: visit.title,
    state: visit.state,
    hasBegun: Temporal.Instant.compare(visit.startsAt, now) <= 0,
    time: `${formatClock(visit.startsAt, zone)} – ${formatClock(visit.endsAt, zone)}`,
    day: formatVisitDay(visit.startsAt, zone),
    when: formatVisitTime(visit, zone),
    whenThere: visit.zone === zone ? null : formatVisitTime(visit, visit.zone),
    iso: visit.startsAt.toString(),
    address,
    route: visit.place === "theirs" && address ? directionsTo(address) : null,
    isByPhone: visit.place === "phone",
    phone: visit.phone && formatPhone(visit.phone),
    dial: visit.phone,
    email: visit.email,
    note: visit.note,
  };
}

/** Opens the phone's map where there is one, else a page. https://developers.google.com/maps/documentation/urls */
const directionsTo = (address: string): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: "1", destination: address.replace(/\s*\n\s*/g, ", ") }).toString()}`;

/** Days before today that the list of visits goes back, and after it that Today looks ahead. */
const DAYS_BACK = 30;

export interface VisitsSectionData {
  readonly visits: readonly ShownVisit[];
  /** The first one after today; null for none within a month. */
  readonly next: ShownVisit | null;
  /** For the line at the top of Today. */
  readonly summary: string | null;
}

/** The visits of today and the next one, in the business's zone. */
export async function loadVisitsSection(ctx: AccountContext): Promise<VisitsSectionData> {
  const zone = await zoneOf(ctx);
  const midnight = ctx.now.toZonedDateTimeISO(zone).startOfDay();
  const [begins, ends] = [midnight.toInstant(), midnight.add({ days: 1 }).toInstant()];
  const rows = await visitsBetween(ctx, begins, midnight.add({ days: DAYS_BACK }).toInstant());
  if (rows.length === 0) return { visits: [], next: null, summary: null };
  const business = await getBusiness(ctx);
  const shown = (visit: Visit) => shownVisit(visit, business, zone, ctx.now);
  const visits = rows
    .filter(
      ({ startsAt }) =>
        Temporal.Instant.compare(startsAt, begins) >= 0 && Temporal.Instant.compare(startsAt, ends) < 0,
    )
    .map(shown);
  const next = rows.find(({ startsAt }) => Temporal.Instant.compare(startsAt, ends) >= 0);
  const ahead = visits.filter(({ hasBegun }) => !hasBegun).length;
  return {
    visits,
    next: next ? shown(next) : null,
    summary: ahead === 0 ? null : `${ahead} ${ahead === 1 ? "visit" : "visits"} today`,
  };
}

/** Visits ahead and those of the last weeks, by day in the business's zone. */
export async function loadList(ctx: AccountContext) {
  const [zone, business] = [await zoneOf(ctx), await getBusiness(ctx)];
  const midnight = ctx.now.toZonedDateTimeISO(zone).startOfDay();
  const rows = await visitsBetween(
    ctx,
    midnight.subtract({ days: DAYS_BACK }).toInstant(),
    midnight.add({ days: 366 }).toInstant(),
  );
  const days = (visits: readonly Visit[]) =>
    [...Map.groupBy(visits, ({ startsAt }) => formatVisitDay(startsAt, zone))].map(([day, ofDay]) => ({
      day,
      visits: ofDay.map((visit) => shownVisit(visit, business, zone, ctx.now)),
    }));
  const isAhead = ({ startsAt }: Visit) => Temporal.Instant.compare(startsAt, midnight.toInstant()) >= 0;
  return {
    ahead: days(rows.filter(isAhead)),
    past: days(rows.filter((visit) => !isAhead(visit)).toReversed()),
  };
}
