import type { Region } from "./area-codes.ts";
import { type Calendar, type Hours, nextOpen, withHours, type ZoneHours } from "#platform/time/hours.ts";
import { type SendWindow, calendarOf } from "#platform/time/working-hours.ts";
import { FEDERAL, quietHoursOf } from "./quiet-hours.ts";
import { regionOfAddress, regionOfZone, zonesOf } from "./recipient-zones.ts";

/** A person who may be texted, and the business that would. */
export interface TextRecipient {
  /** As the lead typed it; null if they gave none. */
  readonly phone: string | null;
  /** IANA name; null if the business never chose one. */
  readonly businessZone: string | null;
  /** The business's postal address: its state's law applies too, because its clients live near it. */
  readonly businessAddress?: string | null;
  /**
   * The owner's sending hours, for texts that wait for days. A text expected right away follows only the law.
   */
  readonly sendWindow?: SendWindow | null;
}

const CLOSED: Hours = { week: [null, null, null, null, null, null, null] };
const NOWHERE: Calendar = { zones: [{ zone: "UTC", hours: CLOSED }] };

/**
 * When a person may be texted: during the legal hours of every state and zone they may be in, and the owner's
 * sending hours if given. Days are counted in the first zone, the business's. A calendar may never open:
 * nextOpen() then returns undefined, and explainNeverTexted() the reason.
 */
export function textCalendarOf({
  phone,
  businessZone,
  businessAddress,
  sendWindow,
}: TextRecipient): Calendar {
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

/** Why a person can never be texted, for the owner. */
export const NEVER_TEXTED = {
  abroad: "the number isn’t in the United States or Canada",
  neverOpen: "there’s no hour when it’s legal to text both that number and your area",
} as const;

/** Why a text can never go out after a given time; null if it can, at the time nextOpen() returns. */
export function explainNeverTexted(recipient: TextRecipient, from: Temporal.Instant): string | null {
  if ("abroad" in zonesOf(recipient.phone, recipient.businessZone)) return NEVER_TEXTED.abroad;
  return nextOpen(from, textCalendarOf(recipient)) ? null : NEVER_TEXTED.neverOpen;
}
