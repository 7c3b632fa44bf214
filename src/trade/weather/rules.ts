import { readNumber, readRecord, readText, type Values } from "#ground/sync/public.ts";

/** `at` is the beginning or end of the hour, depending on the source; ISO with offset. */
export interface WeatherHour {
  readonly at: string;
  readonly tempC: number | null;
  /** In the preceding hour. */
  readonly rainMm: number | null;
  readonly snowCm: number | null;
  readonly windMs: number | null;
  readonly gustMs: number | null;
  /** WMO code 4677, from Open-Meteo. */
  readonly code: number | null;
}

export interface Reading {
  /** SHA-256 of the bytes received. */
  readonly hash: string;
  readonly source: "nws" | "open-meteo" | "open-meteo-archive";
  readonly basis: "observed" | "modelled";
  /** The station's name and id, or "grid cell". */
  readonly place: string;
  readonly distanceM: number | null;
  readonly url: string;
  /** ISO. */
  readonly fetchedAt: string;
  readonly lat: number;
  readonly lon: number;
  readonly zone: string;
  readonly hours: readonly WeatherHour[];
  readonly highC: number | null;
  readonly lowC: number | null;
  readonly rainMm: number | null;
  readonly snowCm: number | null;
  readonly windMs: number | null;
  readonly gustMs: number | null;
  /** "Rain in the morning". */
  readonly words: string;
  /** ISO, if it was fetched before the day was over and only covers it up to then. */
  readonly asOf: string | null;
  /** Filled in from a model for the same day and place, because the station has none. */
  readonly modelled: readonly ModeledMeasure[];
  /** Null if nothing was filled in, and in list rows. */
  readonly model: Pick<Reading, "hash" | "url" | "source"> | null;
}

const MODELED = ["rainMm", "snowCm"] as const;
export type ModeledMeasure = (typeof MODELED)[number];

export interface Observation {
  readonly words: string;
  readonly tempC: number | null;
  readonly windMs: number | null;
  readonly rainMm: number | null;
  /** ISO. */
  readonly at: string | null;
}

export interface Weather {
  /** Newest first. */
  readonly readings: readonly Reading[];
  readonly manual: Observation | null;
}

/** Degrees. */
interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** About a hundred meters, in degrees. */
const NEAR = 0.001;

/** Always true for a job without a position. */
export const isHere = ({ lat, lon }: Point, place: Point | null): boolean =>
  place === null || (Math.abs(lat - place.lat) < NEAR && Math.abs(lon - place.lon) < NEAR);

/**
 * Sorts readings for the job's current position first, each group newest first. Values the first one's
 * station lacks are filled in from the newest model for the same place, and marked.
 * @param readings newest first
 */
export function sortByPlace(readings: readonly Reading[], place: Point | null): Reading[] {
  const [first, ...rest] = [
    ...readings.filter((reading) => isHere(reading, place)),
    ...readings.filter((reading) => !isHere(reading, place)),
  ];
  return first ? [fillFromModel(first, rest), ...rest] : [];
}

const sourceOf = ({ hash, url, source }: Reading) => ({ hash, url, source });

function fillFromModel(seen: Reading, others: readonly Reading[]): Reading {
  const model =
    seen.basis === "observed"
      ? others.find((one) => one.basis === "modelled" && isHere(one, seen))
      : undefined;
  const modelled = model
    ? MODELED.filter((measure) => seen[measure] === null && model[measure] !== null)
    : [];
  return modelled.length === 0
    ? seen
    : {
        ...seen,
        ...Object.fromEntries(modelled.map((measure) => [measure, model![measure]])),
        modelled,
        model: sourceOf(model!),
      };
}

const SOURCES = ["nws", "open-meteo", "open-meteo-archive"] as const;
const measuresOf = (fields: Values) => ({
  tempC: readNumber(fields["tempC"]),
  rainMm: readNumber(fields["rainMm"]),
  snowCm: readNumber(fields["snowCm"]),
  windMs: readNumber(fields["windMs"]),
  gustMs: readNumber(fields["gustMs"]),
});

/** Null if the day was over. @param date "2026-11-20" */
function asOf(fields: Values, date: string): string | null {
  try {
    const at = Temporal.Instant.from(readText(fields["fetchedAt"]));
    return date !== "" &&
      at
        .toZonedDateTimeISO(readText(fields["zone"]) || "UTC")
        .toPlainDate()
        .toString() <= date
      ? at.toString()
      : null;
  } catch {
    return null;
  }
}

export function weatherOf(values: Values): Weather {
  const date = readText(values["date"]);
  const readings = Object.entries(values).flatMap(([field, value]): Reading[] => {
    const fields = readRecord(value);
    const source = SOURCES.find((one) => one === fields?.["source"]);
    if (!field.startsWith("readings.") || !fields || !source) return [];
    const { tempC: _, ...sums } = measuresOf(fields);
    const hours = Array.isArray(fields["hours"]) ? (fields["hours"] as unknown[]) : [];
    return [
      {
        ...sums,
        hash: field.slice(9),
        source,
        basis: fields["basis"] === "observed" ? "observed" : "modelled",
        place: readText(fields["place"]),
        distanceM: readNumber(fields["distanceM"]),
        url: readText(fields["url"]),
        fetchedAt: readText(fields["fetchedAt"]),
        lat: readNumber(fields["lat"]) ?? 0,
        lon: readNumber(fields["lon"]) ?? 0,
        zone: readText(fields["zone"]) || "UTC",
        hours: hours.flatMap((hour) => {
          const one = readRecord(hour);
          return one && readText(one["at"])
            ? [{ at: readText(one["at"]), ...measuresOf(one), code: readNumber(one["code"]) }]
            : [];
        }),
        highC: readNumber(fields["highC"]),
        lowC: readNumber(fields["lowC"]),
        words: readText(fields["words"]),
        asOf: asOf(fields, date),
        modelled: Array.isArray(fields["modelled"])
          ? MODELED.filter((measure) => (fields["modelled"] as unknown[]).includes(measure))
          : [],
        model: null,
      },
    ];
  });
  const seen = readRecord(values["manual"]);
  return {
    // At the same time, observed before modeled.
    readings: readings.toSorted((a, b) =>
      a.fetchedAt === b.fetchedAt ? (a.basis === "observed" ? -1 : 1) : a.fetchedAt < b.fetchedAt ? 1 : -1,
    ),
    manual: seen && {
      words: readText(seen["words"]),
      tempC: readNumber(seen["tempC"]),
      windMs: readNumber(seen["windMs"]),
      rainMm: readNumber(seen["rainMm"]),
      at: readText(seen["at"]) || null,
    },
  };
}

/** Characters of what somebody saw. */
export const LONGEST_WORDS = 300;

/**
 * Why no weather can be written down for a day; null if it can.
 * @param date "2026-11-20"
 * @param today in the time zone that is furthest ahead
 */
export function refuseDate(date: string, today: string): string | null {
  // A device's clock may be a day ahead.
  if (date > Temporal.PlainDate.from(today).add({ days: 1 }).toString())
    return "This day hasn’t happened yet.";
  return date < "2000-01-01" ? "This day is too far back." : null;
}
