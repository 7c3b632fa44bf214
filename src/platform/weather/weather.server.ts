import { WeatherFailure } from "./fetch.server.ts";
import { fetchNws, NWS_DAYS } from "./nws.server.ts";
import { fetchOpenMeteo, FORECAST_PAST_DAYS } from "./open-meteo.server.ts";
import type { WeatherQuestion, WeatherReading } from "./reading.ts";

export { WeatherFailure } from "./fetch.server.ts";
export type { WeatherReading } from "./reading.ts";

export interface WeatherSettings {
  /** One host for forecast and archive; undefined for the public ones. */
  readonly openMeteoUrl: string | undefined;
  readonly openMeteoKey: string | undefined;
  readonly nwsUrl: string;
  /** User agent with a contact address: NWS requires it. */
  readonly userAgent: string;
}

let current: WeatherSettings | undefined;

/** Sets the sources; called once at start, and by tests. */
export function useWeather(settings: WeatherSettings): void {
  current = settings;
}

/** The model archive is complete some days later. */
const ARCHIVE_AFTER_DAYS = 6;

/** No snow falls above this temperature. */
const SNOW_BELOW_C = 4;

/** Whether an observation needs a model's data: stations measure no snow, and some no rain. */
const isIncomplete = ({ rainMm, snowCm, lowC }: WeatherReading): boolean =>
  rainMm === null || (snowCm === null && (lowC === null || lowC <= SNOW_BELOW_C));

export interface ReadWeather {
  readonly reading: WeatherReading;
  /** A model's reading of the same day, if a station lacks rain or snow. */
  readonly beside: WeatherReading | null;
  /** Whether to ask a better source again later. */
  readonly again: boolean;
}

/**
 * The weather of a day at a place: a station's observation if there is one, else a model's. If the better
 * source is unavailable but may still know the day, the caller gets the next source now and asks again later.
 * @throws WeatherFailure if no source knows the day, or none answers
 */
export async function readWeather(question: WeatherQuestion): Promise<ReadWeather> {
  if (!current)
    throw new Error("nobody said where weather is asked for: the start has not called useWeather");
  const { nwsUrl, userAgent, openMeteoUrl: url, openMeteoKey: apiKey } = current;
  const { date, zone, now } = question;
  const age = Temporal.PlainDate.from(date).until(now.toZonedDateTimeISO(zone).toPlainDate(), {
    largestUnit: "days",
  }).days;
  const models = [
    ...(age <= FORECAST_PAST_DAYS ? [() => fetchOpenMeteo({ url, apiKey }, question, false)] : []),
    ...(age >= ARCHIVE_AFTER_DAYS ? [() => fetchOpenMeteo({ url, apiKey }, question, true)] : []),
  ];
  const failures: WeatherFailure[] = [];
  const firstOf = async (
    tries: readonly (() => Promise<WeatherReading>)[],
  ): Promise<WeatherReading | null> => {
    for (const read of tries)
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof WeatherFailure)) throw error;
        failures.push(error);
      }
    return null;
  };
  const seen = age <= NWS_DAYS ? await firstOf([() => fetchNws({ url: nwsUrl, userAgent }, question)]) : null;
  const modelled = seen && !isIncomplete(seen) ? null : await firstOf(models);
  const reading = seen ?? modelled;
  if (reading)
    return {
      reading,
      beside: seen ? modelled : null,
      again: failures.some(({ trouble }) => trouble === "away" || trouble === "busy"),
    };
  // Prefer the error of a source that may help later; else the last one.
  throw (
    failures.find(({ trouble }) => trouble === "busy") ??
    failures.find(({ trouble }) => trouble === "away") ??
    failures.at(-1) ??
    new WeatherFailure("refused", "no source has data for this day")
  );
}
