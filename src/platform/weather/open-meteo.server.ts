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
import { dayWords, describeSky } from "./sky.ts";

// Open-Meteo (open-meteo.com/en/docs), CC BY 4.0: model data, never observations. Units are requested
// explicitly and still checked.

/** The service uses other hosts for requests with a key. */
export interface OpenMeteoSettings {
  /** Without a path; undefined for the public hosts. */
  readonly url?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** The forecast API covers this many past days; older days are in the archive. */
export const FORECAST_PAST_DAYS = 92;
const FIELDS = [
  "temperature_2m",
  "rain",
  "showers",
  "snowfall",
  "wind_speed_10m",
  "wind_gusts_10m",
  "weather_code",
] as const;
const UNITS: Readonly<Record<(typeof FIELDS)[number], readonly string[]>> = {
  temperature_2m: ["°C"],
  rain: ["mm"],
  showers: ["mm"],
  snowfall: ["cm"],
  wind_speed_10m: ["m/s"],
  wind_gusts_10m: ["m/s"],
  weather_code: ["wmo code"],
};

const column = z.array(z.number().nullable());
const answerSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  hourly: z.looseObject({ time: z.array(z.number()) }),
  hourly_units: z.record(z.string(), z.string()),
});

function hostOf({ url, apiKey }: OpenMeteoSettings, archive: boolean): string {
  if (url) return url.replace(/\/+$/, "");
  return `https://${apiKey ? "customer-" : ""}${archive ? "archive-api" : "api"}.open-meteo.com`;
}

/**
 * A day's weather from Open-Meteo: from the forecast's past days, or from the archive.
 * @throws WeatherFailure
 */
export async function fetchOpenMeteo(
  settings: OpenMeteoSettings,
  question: WeatherQuestion,
  archive: boolean,
): Promise<WeatherReading> {
  const { date, zone, now } = question;
  const at = { lat: rounded(question.lat), lon: rounded(question.lon) };
  const url = new URL(`${hostOf(settings, archive)}/v1/${archive ? "archive" : "forecast"}`);
  const fields = archive ? FIELDS.filter((field) => field !== "showers") : FIELDS;
  const parameters = {
    latitude: String(at.lat),
    longitude: String(at.lon),
    // Both APIs use calendar days of the job's zone. An hour reports the precipitation before it, so request
    // the first hour of the next day too.
    start_date: date,
    end_date: Temporal.PlainDate.from(date).add({ days: 1 }).toString(),
    hourly: fields.join(","),
    timezone: zone,
    timeformat: "unixtime",
    temperature_unit: "celsius",
    wind_speed_unit: "ms",
    precipitation_unit: "mm",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const urlWithoutKey = url.toString();
  if (settings.apiKey) url.searchParams.set("apikey", settings.apiKey);
  const { json, hash } = await ask(url, { Accept: "application/json" }, now);
  const read = answerSchema.safeParse(json);
  if (!read.success) throw new WeatherFailure("unfit", `${url.host} replied in a format we don’t know`);
  const { latitude, longitude, hourly, hourly_units: units } = read.data;
  const columns = Object.fromEntries(
    fields.map((field) => [field, columnOf(hourly[field], units[field], field, hourly.time.length)]),
  );
  const { from, to } = boundsOf(date, zone);
  const hours = hourly.time.flatMap((seconds, index): Hour[] => {
    const moment = Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
    // Precipitation is reported at the end of its hour.
    if (Temporal.Instant.compare(moment, from) <= 0 || Temporal.Instant.compare(moment, to) > 0) return [];
    // The rest of a day in progress is a forecast, not weather.
    if (Temporal.Instant.compare(moment, now) > 0) return [];
    const value = (field: (typeof FIELDS)[number]) => columns[field]?.[index] ?? null;
    const [rain, showers] = [value("rain"), value("showers")];
    return [
      {
        at: moment.toZonedDateTimeISO(zone).toString({ timeZoneName: "never", smallestUnit: "second" }),
        tempC: value("temperature_2m"),
        rainMm:
          rain === null && showers === null ? null : Math.round(((rain ?? 0) + (showers ?? 0)) * 100) / 100,
        snowCm: value("snowfall"),
        windMs: value("wind_speed_10m"),
        gustMs: value("wind_gusts_10m"),
        code: value("weather_code"),
      },
    ];
  });
  if (!hours.some(({ tempC, rainMm }) => tempC !== null || rainMm !== null))
    throw new WeatherFailure("refused", `${url.host} has no data for this day yet`);
  return {
    ...sumsOf(hours),
    source: archive ? "open-meteo-archive" : "open-meteo",
    basis: "modelled",
    place: "grid cell",
    distanceM: distanceM(at, { lat: latitude, lon: longitude }),
    url: urlWithoutKey,
    hash,
    fetchedAt: now,
    ...at,
    zone,
    hours,
    words: dayWords(
      hours.flatMap(({ at: moment, code }) => {
        const sky = describeSky(code);
        // The hour that ends at midnight belongs to the evening.
        const hour = (Number(moment.slice(11, 13)) + 23) % 24;
        return sky ? [{ hour, sky }] : [];
      }),
    ),
  };
}

function columnOf(
  values: unknown,
  unit: string | undefined,
  field: (typeof FIELDS)[number],
  length: number,
): readonly (number | null)[] {
  const read = column.safeParse(values);
  if (!read.success || read.data.length !== length)
    throw new WeatherFailure("unfit", `Open-Meteo left out ${field}`);
  if (read.data.some((value) => value !== null) && !UNITS[field].includes(unit ?? ""))
    throw new WeatherFailure("unfit", `Open-Meteo gives ${field} in ${unit ?? "no unit"}`);
  return read.data;
}
