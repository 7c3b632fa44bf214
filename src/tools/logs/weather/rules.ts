import { among, number, record, text, type Values, words } from "../values.ts";

/** The limits at which weather is held to have cost a job a day; null: not watched. */
export interface Threshold {
  readonly rainMm: number | null;
  readonly snowCm: number | null;
  readonly windMs: number | null;
  readonly gustMs: number | null;
  readonly lowC: number | null;
  readonly highC: number | null;
  /** Hours lost in a day that count as a day. */
  readonly hoursLost: number | null;
}

/** What a job's log is held to. */
export interface Plan {
  readonly threshold: Threshold;
  /** Adverse days that were to be expected, by month 1 to 12. */
  readonly anticipated: Readonly<Record<number, number>>;
  /** Hour of the job's day at which those who have not logged hear of it; null: nobody is reminded. */
  readonly remindAt: number | null;
}

/**
 * Rain, snow and wind that stop most outside work: half an inch, an inch, 40 mph, 20 °F and 100 °F; four of
 * eight hours lost.
 */
export const USUAL_THRESHOLD: Threshold = {
  ...{ rainMm: 12.7, snowCm: 2.54, windMs: null, gustMs: 17.8816 },
  ...{ lowC: -20 / 3, highC: 340 / 9, hoursLost: 4 },
};

export function planOf(values: Values): Plan {
  const said = record(values["threshold"]);
  const days = record(values["anticipated"]) ?? {};
  const limit = (name: keyof Threshold) => (said ? number(said[name]) : USUAL_THRESHOLD[name]);
  const remindAt = number(values["remindAt"]);
  return {
    threshold: {
      rainMm: limit("rainMm"),
      snowCm: limit("snowCm"),
      windMs: limit("windMs"),
      gustMs: limit("gustMs"),
      lowC: limit("lowC"),
      highC: limit("highC"),
      hoursLost: limit("hoursLost"),
    },
    anticipated: Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [at + 1, number(days[String(at + 1)]) ?? 0]),
    ),
    remindAt:
      remindAt !== null && Number.isInteger(remindAt) && remindAt >= 0 && remindAt < 24 ? remindAt : null,
  };
}

/** One hour of weather. `at` is the beginning or end of it as the source says, ISO with offset. */
export interface WeatherHour {
  readonly at: string;
  readonly tempC: number | null;
  /** Of the hour before. */
  readonly rainMm: number | null;
  readonly snowCm: number | null;
  readonly windMs: number | null;
  readonly gustMs: number | null;
  /** WMO code 4677, as Open-Meteo gives it. */
  readonly code: number | null;
}

/** What one source said of a date and place at one time. */
export interface Reading {
  /** Hash of what the source sent. */
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
  /**
   * When it was asked for, ISO, where the day was not over then: it tells of the day up to there. Null where
   * it tells of all of it.
   */
  readonly asOf: string | null;
  /** What a station left open and a model's reading of the same day and place tells. */
  readonly modelled: readonly Modelled[];
  /** That model's own answer; null where nothing was filled in, and in rows that lists are made of. */
  readonly model: Pick<Reading, "hash" | "url" | "source"> | null;
}

/** What a model may tell where a station does not. */
const MODELED = ["rainMm", "snowCm"] as const;
export type Modelled = (typeof MODELED)[number];

/** What somebody saw for themselves. */
export interface Observation {
  readonly words: string;
  readonly tempC: number | null;
  readonly windMs: number | null;
  readonly rainMm: number | null;
  /** ISO. */
  readonly at: string | null;
}

export interface Weather {
  /** All there are, the newest first. */
  readonly readings: readonly Reading[];
  readonly manual: Observation | null;
}

/** A place on the map, in degrees. */
interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** Some hundred metres, in degrees: weather that was read so near is of the same place. */
const NEAR = 0.001;

/** Whether a reading is of where a job is now; any is where nobody said where that is. */
export const isHere = ({ lat, lon }: Point, place: Point | null): boolean =>
  place === null || (Math.abs(lat - place.lat) < NEAR && Math.abs(lon - place.lon) < NEAR);

/**
 * Readings of a job's present place before those of where it was thought to be, each the newest first: the
 * first one is what is shown, with what a station left open filled in from the newest model of the same
 * place, and said to be so.
 * @param readings the newest first
 */
export function hereFirst(readings: readonly Reading[], place: Point | null): Reading[] {
  const [first, ...rest] = [
    ...readings.filter((reading) => isHere(reading, place)),
    ...readings.filter((reading) => !isHere(reading, place)),
  ];
  return first ? [filled(first, rest), ...rest] : [];
}

const named = ({ hash, url, source }: Reading) => ({ hash, url, source });

function filled(seen: Reading, others: readonly Reading[]): Reading {
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
        model: named(model!),
      };
}

const SOURCES = ["nws", "open-meteo", "open-meteo-archive"] as const;
const measured = (said: Values) => ({
  tempC: number(said["tempC"]),
  rainMm: number(said["rainMm"]),
  snowCm: number(said["snowCm"]),
  windMs: number(said["windMs"]),
  gustMs: number(said["gustMs"]),
});

/** When a reading of a day was asked for, where that day was not over then. @param date "2026-11-20" */
function asOf(said: Values, date: string): string | null {
  try {
    const at = Temporal.Instant.from(text(said["fetchedAt"]));
    return date !== "" &&
      at
        .toZonedDateTimeISO(text(said["zone"]) || "UTC")
        .toPlainDate()
        .toString() <= date
      ? at.toString()
      : null;
  } catch {
    return null;
  }
}

/** The weather of a job and date, from the values of its record. */
export function weatherOf(values: Values): Weather {
  const date = text(values["date"]);
  const readings = Object.entries(values).flatMap(([field, value]): Reading[] => {
    const said = record(value);
    const source = among(SOURCES, said?.["source"]);
    if (!field.startsWith("readings.") || !said || !source) return [];
    const { tempC: _, ...sums } = measured(said);
    const hours = Array.isArray(said["hours"]) ? (said["hours"] as unknown[]) : [];
    return [
      {
        ...sums,
        hash: field.slice(9),
        source,
        basis: said["basis"] === "observed" ? "observed" : "modelled",
        place: text(said["place"]),
        distanceM: number(said["distanceM"]),
        url: text(said["url"]),
        fetchedAt: text(said["fetchedAt"]),
        lat: number(said["lat"]) ?? 0,
        lon: number(said["lon"]) ?? 0,
        zone: text(said["zone"]) || "UTC",
        hours: hours.flatMap((hour) => {
          const one = record(hour);
          return one && text(one["at"])
            ? [{ at: text(one["at"]), ...measured(one), code: number(one["code"]) }]
            : [];
        }),
        highC: number(said["highC"]),
        lowC: number(said["lowC"]),
        words: text(said["words"]),
        asOf: asOf(said, date),
        modelled: Array.isArray(said["modelled"])
          ? MODELED.filter((measure) => (said["modelled"] as unknown[]).includes(measure))
          : [],
        model: null,
      },
    ];
  });
  const seen = record(values["manual"]);
  return {
    // Of two that came together, what was seen goes before what a model holds.
    readings: readings.toSorted((a, b) =>
      a.fetchedAt === b.fetchedAt ? (a.basis === "observed" ? -1 : 1) : a.fetchedAt < b.fetchedAt ? 1 : -1,
    ),
    manual: seen && {
      words: text(seen["words"]),
      tempC: number(seen["tempC"]),
      windMs: number(seen["windMs"]),
      rainMm: number(seen["rainMm"]),
      at: words(seen["at"]),
    },
  };
}
