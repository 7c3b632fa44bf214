import type { Region } from "./area-codes.ts";
import { type Calendar, type Hours, nextOpen, withHours, type ZoneHours } from "#platform/time/hours.ts";
import { type SendWindow, calendarOf } from "#platform/time/working-hours.ts";
import { FEDERAL, quietHoursOf } from "./quiet-hours.ts";
import { regionOfAddress, regionOfZone, zonesOf } from "./recipient-zones.ts";

/** What is known about somebody who may be texted, and about the business that would. */
export interface Texted {
  /** As the lead typed it; null where they gave none. */
  readonly phone: string | null;
  /** IANA name; null where the business never chose one. */
  readonly businessZone: string | null;
  /** The business's postal address: the law of its state counts too, because its clients live near it. */
  readonly businessAddress?: string | null;
  /**
   * The owner's own sending hours, for texts that wait for days; what is expected at once keeps to the law
   * alone.
   */
  readonly sendWindow?: SendWindow | null;
}

const CLOSED: Hours = { week: [null, null, null, null, null, null, null] };
const NOWHERE: Calendar = { zones: [{ zone: "UTC", hours: CLOSED }] };

/**
 * When somebody may be texted: in the legal hours of every state and zone that may be theirs, all at once,
 * and in the owner's sending hours where those are given. The business's zone comes first, so that it counts
 * the days. A calendar may never open: nextOpen() says undefined then, and explainNeverTexted() why.
 */
export function textCalendarOf({ phone, businessZone, businessAddress, sendWindow }: Texted): Calendar {
  const where = zonesOf(phone, businessZone);
  if ("abroad" in where) return NOWHERE;
  let zones: ZoneHours[] = [];
  if (where.nearby !== null) {
    const home: Region | null = regionOfAddress(businessAddress ?? null) ?? regionOfZone(where.nearby);
    zones = withHours(zones, { zone: where.nearby, hours: home ? quietHoursOf(home) : FEDERAL });
  }
  for (const place of where.places)
    for (const zone of place.zones) zones = withHours(zones, { zone, hours: quietHoursOf(place.region) });
  if (sendWindow)
    for (const own of calendarOf({ zone: businessZone, sendWindow }).zones) zones = withHours(zones, own);
  const [first, ...others] = zones;
  return first ? { zones: [first, ...others] } : NOWHERE;
}

/** Why somebody can never be texted, in words for the owner. */
export const NEVER_TEXTED = {
  abroad: "the number is not one of the United States or Canada",
  neverOpen: "there is no hour at which a text may go to that number and to your own area",
} as const;

/** Why a text can never go out from a moment on; null where it can, at the moment that nextOpen() says. */
export function explainNeverTexted(texted: Texted, from: Temporal.Instant): string | null {
  if ("abroad" in zonesOf(texted.phone, texted.businessZone)) return NEVER_TEXTED.abroad;
  return nextOpen(from, textCalendarOf(texted)) ? null : NEVER_TEXTED.neverOpen;
}
