type Values = Readonly<Record<string, unknown>>;

// Devices can write anything, so each value is checked.
const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
const record = (value: unknown): Values | null =>
  typeof value === "object" && value !== null ? (value as Values) : null;

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
  tempC: number(fields["tempC"]),
  rainMm: number(fields["rainMm"]),
  snowCm: number(fields["snowCm"]),
  windMs: number(fields["windMs"]),
  gustMs: number(fields["gustMs"]),
});

/** Null if the day was over. @param date "2026-11-20" */
function asOf(fields: Values, date: string): string | null {
  try {
    const at = Temporal.Instant.from(text(fields["fetchedAt"]));
    return date !== "" &&
      at
        .toZonedDateTimeISO(text(fields["zone"]) || "UTC")
        .toPlainDate()
        .toString() <= date
      ? at.toString()
      : null;
  } catch {
    return null;
  }
}

export function weatherOf(values: Values): Weather {
  const date = text(values["date"]);
  const readings = Object.entries(values).flatMap(([field, value]): Reading[] => {
    const fields = record(value);
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
        place: text(fields["place"]),
        distanceM: number(fields["distanceM"]),
        url: text(fields["url"]),
        fetchedAt: text(fields["fetchedAt"]),
        lat: number(fields["lat"]) ?? 0,
        lon: number(fields["lon"]) ?? 0,
        zone: text(fields["zone"]) || "UTC",
        hours: hours.flatMap((hour) => {
          const one = record(hour);
          return one && text(one["at"])
            ? [{ at: text(one["at"]), ...measuresOf(one), code: number(one["code"]) }]
            : [];
        }),
        highC: number(fields["highC"]),
        lowC: number(fields["lowC"]),
        words: text(fields["words"]),
        asOf: asOf(fields, date),
        modelled: Array.isArray(fields["modelled"])
          ? MODELED.filter((measure) => (fields["modelled"] as unknown[]).includes(measure))
          : [],
        model: null,
      },
    ];
  });
  const seen = record(values["manual"]);
  return {
    // At the same time, observed before modeled.
    readings: readings.toSorted((a, b) =>
      a.fetchedAt === b.fetchedAt ? (a.basis === "observed" ? -1 : 1) : a.fetchedAt < b.fetchedAt ? 1 : -1,
    ),
    manual: seen && {
      words: text(seen["words"]),
      tempC: number(seen["tempC"]),
      windMs: number(seen["windMs"]),
      rainMm: number(seen["rainMm"]),
      at: text(seen["at"]) || null,
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
