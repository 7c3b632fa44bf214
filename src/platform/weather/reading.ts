/**
 * One hour of weather, in SI. `at` is a station's time of observation, or the end of a model's hour: ISO with
 * offset.
 */
export interface Hour {
  readonly at: string;
  readonly tempC: number | null;
  /** In the previous hour. */
  readonly rainMm: number | null;
  /** In the previous hour. */
  readonly snowCm: number | null;
  readonly windMs: number | null;
  readonly gustMs: number | null;
  /** WMO code 4677, as in Open-Meteo; null if a source has text only. */
  readonly code: number | null;
}

export interface WeatherReading {
  readonly source: "nws" | "open-meteo" | "open-meteo-archive";
  /** Instruments, or a model. */
  readonly basis: "observed" | "modelled";
  /** The station's name and id, or "grid cell". */
  readonly place: string;
  /** From the job to the station, or to the middle of the grid cell. */
  readonly distanceM: number | null;
  /** The requested URL, without any key. */
  readonly url: string;
  /** SHA-256 of the response, in hex. */
  readonly hash: string;
  readonly fetchedAt: Temporal.Instant;
  readonly lat: number;
  readonly lon: number;
  readonly zone: string;
  readonly hours: readonly Hour[];
  readonly highC: number | null;
  readonly lowC: number | null;
  readonly rainMm: number | null;
  readonly snowCm: number | null;
  readonly windMs: number | null;
  readonly gustMs: number | null;
  /** "Rain, then cloudy". */
  readonly words: string;
}

export interface WeatherQuestion {
  readonly lat: number;
  readonly lon: number;
  /** "2026-11-20" in `zone`. */
  readonly date: string;
  readonly zone: string;
  readonly now: Temporal.Instant;
}

/**
 * Four decimals are eleven meters: enough for weather, no more than a source needs to know, and NWS's
 * maximum.
 */
export const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

/** Start of a day and of the next: 23 to 25 hours apart. */
export function boundsOf(
  date: string,
  zone: string,
): { readonly from: Temporal.Instant; readonly to: Temporal.Instant } {
  const day = Temporal.PlainDate.from(date);
  return {
    from: day.toZonedDateTime(zone).toInstant(),
    to: day.add({ days: 1 }).toZonedDateTime(zone).toInstant(),
  };
}

const EARTH_M = 6_371_009;
/** Great-circle distance in meters (haversine). */
export function distanceM(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const [lat, lon] = [rad(b.lat - a.lat) / 2, rad(b.lon - a.lon) / 2];
  const part = Math.sin(lat) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(lon) ** 2;
  return Math.round(2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(part))));
}

type Numbers = readonly (number | null)[];
const known = (values: Numbers) => values.filter((value) => value !== null);
const largest = (values: Numbers): number | null =>
  known(values).length > 0 ? Math.max(...known(values)) : null;
const smallest = (values: Numbers): number | null =>
  known(values).length > 0 ? Math.min(...known(values)) : null;
const sum = (values: Numbers): number | null =>
  known(values).length > 0
    ? Math.round(known(values).reduce((all, value) => all + value, 0) * 100) / 100
    : null;

/** Totals of hours. Missing values stay missing: nothing counts as zero. */
export function sumsOf(hours: readonly Hour[]) {
  const of = (pick: (hour: Hour) => number | null) => hours.map(pick);
  return {
    highC: largest(of(({ tempC }) => tempC)),
    lowC: smallest(of(({ tempC }) => tempC)),
    rainMm: sum(of(({ rainMm }) => rainMm)),
    snowCm: sum(of(({ snowCm }) => snowCm)),
    windMs: largest(of(({ windMs }) => windMs)),
    gustMs: largest(of(({ gustMs }) => gustMs)),
  };
}
