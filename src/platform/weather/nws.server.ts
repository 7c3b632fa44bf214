import { createHash } from "node:crypto";
import { z } from "zod";
import { ask, WeatherFailure } from "./fetch.server.ts";
import {
  boundsOf,
  distanceM,
  type Hour,
  rounded,
  sumsOf,
  type WeatherQuestion,
  type WeatherReading,
} from "./reading.ts";
import { dayWords } from "./sky.ts";

// National Weather Service (api.weather.gov): recent observations of stations in the United States. It
// requires a user agent; each value has its own unit.

export interface NwsSettings {
  /** Without a path. */
  readonly url: string;
  /** User agent with a contact address: NWS requires it. */
  readonly userAgent: string;
}

/** Stations keep their observations for about this many days. */
export const NWS_DAYS = 7;
/** Number of stations to try before another source: the nearest may be silent. */
const MAX_STATIONS = 3;
/** Farther away it is other weather. */
const MAX_METERS = 60_000;
/** Hours that must be observed: of a day in progress, and of a past day (half of it). */
const MIN_HOURS = { sofar: 3, over: 12 } as const;

const pointSchema = z.object({
  properties: z.object({ observationStations: z.url(), timeZone: z.string().optional() }),
});
const stationsSchema = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }).nullable(),
      properties: z.object({
        stationIdentifier: z.string().regex(/^[A-Z0-9]{3,10}$/),
        name: z.string().optional(),
      }),
    }),
  ),
});
const valueSchema = z
  .object({
    value: z.number().nullable(),
    unitCode: z.string().optional(),
    qualityControl: z.string().optional(),
  })
  .nullish();
const observationsSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        timestamp: z.iso.datetime({ offset: true }),
        textDescription: z.string().nullish(),
        temperature: valueSchema,
        windSpeed: valueSchema,
        windGust: valueSchema,
        precipitationLastHour: valueSchema,
      }),
    }),
  ),
});

type Value = z.infer<typeof valueSchema>;

/** Conversions to SI, by the end of the unit code ("wmoUnit:km_h-1"). */
const TEMPERATURE: Readonly<Record<string, (value: number) => number>> = {
  degC: (value) => value,
  degF: (value) => ((value - 32) * 5) / 9,
  K: (value) => value - 273.15,
};
const SPEED: Readonly<Record<string, (value: number) => number>> = {
  "km_h-1": (value) => value / 3.6,
  "m_s-1": (value) => value,
  kt: (value) => value * 0.514444,
  "mi_h-1": (value) => value * 0.44704,
};
const DEPTH: Readonly<Record<string, (value: number) => number>> = {
  mm: (value) => value,
  m: (value) => value * 1000,
  "[in_i]": (value) => value * 25.4,
};
/** Values that NWS marks as failed or questioned (MADIS: X failed, Q questioned). */
const DOUBTFUL = new Set(["X", "Q"]);

/** A value in SI; null if missing, doubtful, or in an unknown unit: nothing is assumed. */
function inSi(value: Value, ways: Readonly<Record<string, (value: number) => number>>): number | null {
  if (!value || value.value === null || DOUBTFUL.has(value.qualityControl ?? "")) return null;
  const way = ways[(value.unitCode ?? "").replace(/^(?:wmoUnit|unit|uc):/, "")];
  return way ? Math.round(way(value.value) * 100) / 100 : null;
}

/**
 * The nearest station's observations of a day.
 * @throws WeatherFailure `refused` outside the United States, for a day too long ago, and if no station
 * nearby observed it
 */
export async function fetchNws(settings: NwsSettings, question: WeatherQuestion): Promise<WeatherReading> {
  const { date, zone, now } = question;
  const at = { lat: rounded(question.lat), lon: rounded(question.lon) };
  const { from, to } = boundsOf(date, zone);
  if (Temporal.Instant.compare(from, now.subtract({ hours: NWS_DAYS * 24 })) < 0)
    throw new WeatherFailure("refused", "stations only keep data for a week");
  const base = settings.url.replace(/\/+$/, "");
  const get = async <Schema extends z.ZodType>(url: URL, schema: Schema) => {
    const { json, hash } = await ask(
      url,
      { Accept: "application/geo+json", "User-Agent": settings.userAgent },
      now,
    );
    const read = schema.safeParse(json);
    if (!read.success) throw new WeatherFailure("unfit", `${url.host} replied in a format we don’t know`);
    return { read: read.data, hash };
  };
  const { read: point } = await get(new URL(`${base}/points/${at.lat},${at.lon}`), pointSchema);
  // Linked URLs are requested on the host we asked: a response can't lead us elsewhere.
  const stations = await get(
    new URL(new URL(point.properties.observationStations).pathname, base),
    stationsSchema,
  );
  const near = stations.read.features
    .flatMap(({ geometry, properties }) => {
      const [lon, lat] = geometry?.coordinates ?? [];
      return lat === undefined || lon === undefined
        ? []
        : [{ ...properties, metres: distanceM(at, { lat, lon }) }];
    })
    .filter(({ metres }) => metres <= MAX_METERS)
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, MAX_STATIONS);
  const minHours = MIN_HOURS[Temporal.Instant.compare(now, to) < 0 ? "sofar" : "over"];
  let failure: WeatherFailure | undefined;
  for (const { stationIdentifier, name, metres } of near) {
    const url = new URL(`${base}/stations/${stationIdentifier}/observations`);
    url.searchParams.set("start", from.toString({ smallestUnit: "second" }));
    url.searchParams.set("end", to.toString({ smallestUnit: "second" }));
    url.searchParams.set("limit", "500");
    try {
      const { read, hash } = await get(url, observationsSchema);
      const seen = hoursOf(read.features, { from, to, zone });
      if (seen.hours.length < minHours) continue;
      return {
        ...sumsOf(seen.hours),
        source: "nws",
        basis: "observed",
        place: name ? `${name} (${stationIdentifier})` : stationIdentifier,
        distanceM: metres,
        url: url.toString(),
        // Includes the station.
        hash: createHash("sha256").update(`${stationIdentifier} ${hash}`).digest("hex"),
        fetchedAt: now,
        ...at,
        zone,
        hours: seen.hours,
        words: dayWords(seen.skies),
      };
    } catch (error) {
      if (!(error instanceof WeatherFailure)) throw error;
      if (error.trouble === "busy") throw error;
      failure = error;
    }
  }
  throw failure ?? new WeatherFailure("refused", "no nearby station has data for this day");
}

type Observation = z.infer<typeof observationsSchema>["features"][number];

/**
 * One observation per hour of the day, the last one. Stations observe more often than hourly, and each
 * observation has the precipitation of the hour before: adding them all up would count the same rain
 * repeatedly.
 */
function hoursOf(
  features: readonly Observation[],
  { from, to, zone }: { from: Temporal.Instant; to: Temporal.Instant; zone: string },
) {
  const byHour = new Map<
    number,
    { moment: Temporal.Instant; seen: Observation["properties"]; gusts: (number | null)[] }
  >();
  for (const { properties } of features) {
    const moment = Temporal.Instant.from(properties.timestamp);
    if (Temporal.Instant.compare(moment, from) <= 0 || Temporal.Instant.compare(moment, to) > 0) continue;
    const hour = Math.ceil((moment.epochMilliseconds - from.epochMilliseconds) / 3_600_000);
    const before = byHour.get(hour);
    const gusts = [...(before?.gusts ?? []), inSi(properties.windGust, SPEED)];
    const isLater = !before || Temporal.Instant.compare(moment, before.moment) > 0;
    byHour.set(hour, isLater ? { moment, seen: properties, gusts } : { ...before, gusts });
  }
  const inOrder = [...byHour].toSorted(([a], [b]) => a - b).map(([, one]) => one);
  const hours = inOrder.map(({ moment, seen, gusts }): Hour => {
    const felt = gusts.filter((gust) => gust !== null);
    return {
      at: moment.toZonedDateTimeISO(zone).toString({ timeZoneName: "never", smallestUnit: "second" }),
      tempC: inSi(seen.temperature, TEMPERATURE),
      rainMm: inSi(seen.precipitationLastHour, DEPTH),
      snowCm: null,
      windMs: inSi(seen.windSpeed, SPEED),
      gustMs: felt.length > 0 ? Math.max(...felt) : null,
      code: null,
    };
  });
  const skies = inOrder.flatMap(({ moment, seen }) => {
    const sky = seen.textDescription?.trim().toLowerCase().slice(0, 60);
    // The observation at the end of an hour describes that hour.
    return sky ? [{ hour: moment.subtract({ minutes: 1 }).toZonedDateTimeISO(zone).hour, sky }] : [];
  });
  return { hours, skies };
}
