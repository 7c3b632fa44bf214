import { isZone, USUAL_ZONE_CHOICES } from "#ground/businesses/public.server.ts";
import { formatClock, formatVisitDay, zoneName, zonePlace } from "./format.ts";
import type { FreeDay } from "./rules.ts";

export interface TimeChoice {
  /** As it is in links and forms. */
  readonly at: string;
  /** `9:00 AM` */
  readonly label: string;
}

/** Free times as a client chooses from them, in their zone. */
export interface TimesView {
  readonly days: readonly { readonly label: string; readonly starts: readonly TimeChoice[] }[];
  readonly zone: string;
  /** `Denver`, and `MST`. */
  readonly zonePlace: string;
  readonly zoneName: string;
  /** The business's place if the client's zone is another one. */
  readonly elsewhere: string | null;
  /** Zones to choose from; a page with all of them would be large. */
  readonly zones: readonly { readonly value: string; readonly label: string }[];
  /** Its offset from UTC in minutes now, for the page's script. */
  readonly offset: number;
  /** Whether the client chose the zone. */
  readonly isChosen: boolean;
  /** Where later days begin; null at the end. */
  readonly laterFrom: string | null;
  /** The first day shown, if it isn't the first of all. */
  readonly from: string | null;
}

/** Days on one page. */
export const DAYS_SHOWN = 4;

/** The client's zone: what they chose, else the business's. */
export const zoneWanted = (chosen: string | null | undefined, own: string): string =>
  chosen && isZone(chosen) ? chosen : own;

/** @param found one more day than is shown, if there is one */
export function timesView(
  found: readonly FreeDay[],
  of: {
    readonly zone: string;
    readonly own: string;
    readonly now: Temporal.Instant;
    readonly from: string | undefined;
    readonly isChosen: boolean;
  },
): TimesView {
  const { zone, own, now, from, isChosen } = of;
  const shown = found.slice(0, DAYS_SHOWN);
  const starts = shown.flatMap((day) => day.starts);
  const byDay = Map.groupBy(starts, (at) => formatVisitDay(at, zone));
  return {
    days: [...byDay].map(([label, ats]) => ({ label, starts: choicesOf(ats, zone) })),
    zone,
    zonePlace: zonePlace(zone),
    zoneName: zoneName(starts[0] ?? now, zone),
    zones: USUAL_ZONE_CHOICES.some(({ value }) => value === zone)
      ? USUAL_ZONE_CHOICES
      : [{ value: zone, label: zonePlace(zone) }, ...USUAL_ZONE_CHOICES],
    elsewhere: zone === own ? null : zonePlace(own),
    offset: Math.round(now.toZonedDateTimeISO(zone).offsetNanoseconds / 60e9),
    isChosen,
    laterFrom: found[DAYS_SHOWN]?.day ?? null,
    from: from ?? null,
  };
}

/** Times of one day. An hour that occurs twice, when clocks are set back, says which of the two it is. */
function choicesOf(ats: readonly Temporal.Instant[], zone: string): TimeChoice[] {
  const labels = ats.map((at) => formatClock(at, zone));
  return ats.map((at, index) => {
    const label = labels[index]!;
    const isTwice = labels.indexOf(label) !== labels.lastIndexOf(label);
    return { at: linkMoment(at), label: isTwice ? `${label} ${zoneName(at, zone)}` : label };
  });
}

/** A moment as it is in links and forms: `2026-12-01T16:00Z`. */
export const linkMoment = (at: Temporal.Instant): string => at.toString({ smallestUnit: "minute" });

/** The free times nearest to one that was taken, in order, with their days. */
export function nearestTimes(
  found: readonly FreeDay[],
  of: { readonly wanted: Temporal.Instant; readonly zone: string; readonly most: number },
): TimeChoice[] {
  const { wanted, zone, most } = of;
  const distance = (at: Temporal.Instant) => Math.abs(at.epochMilliseconds - wanted.epochMilliseconds);
  return found
    .flatMap(({ starts }) => starts)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, most)
    .toSorted(Temporal.Instant.compare)
    .map((at) => ({ at: linkMoment(at), label: `${formatVisitDay(at, zone)}, ${formatClock(at, zone)}` }));
}
