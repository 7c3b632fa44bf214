import { WeatherFailure } from "./fetch.server.ts";
import { fetchNws, NWS_DAYS } from "./nws.server.ts";
import { fetchOpenMeteo, FORECAST_PAST_DAYS } from "./open-meteo.server.ts";
import type { WeatherQuestion, WeatherReading } from "./reading.ts";

export { WeatherFailure } from "./fetch.server.ts";
export type { WeatherReading } from "./reading.ts";

/** Where weather is asked for. */
export interface WeatherSettings {
  /** Of one host for forecast and archive; undefined for the public ones. */
  readonly openMeteoUrl: string | undefined;
  readonly openMeteoKey: string | undefined;
  readonly nwsUrl: string;
  /** Who asks, with an address: NWS requires it. */
  readonly userAgent: string;
}

let current: WeatherSettings | undefined;

/** Says where weather is asked for; called once by the start, and by tests. */
export function useWeather(settings: WeatherSettings): void {
  current = settings;
}

/** The archive of models is whole some days later. */
const ARCHIVE_AFTER_DAYS = 6;

/** Above it nothing falls as snow. */
const SNOW_BELOW_C = 4;

/** What a station leaves open that a model can tell: stations measure no snow, and some no rain. */
const isLacking = ({ rainMm, snowCm, lowC }: WeatherReading): boolean =>
  rainMm === null || (snowCm === null && (lowC === null || lowC <= SNOW_BELOW_C));

/** What was read of a day. */
export interface ReadWeather {
  readonly reading: WeatherReading;
  /** What a model holds of the same day, where a station left rain or snow open. */
  readonly beside: WeatherReading | null;
  /** Whether a better source is worth asking again. */
  readonly again: boolean;
}

/**
 * The weather of a day at a place: what a station saw where one did, else what models hold. A source that
 * can't answer now is no reason to take a lesser one for a day that it may still tell of: the caller asks
 * again later, and gets the next source meanwhile.
 * @throws WeatherFailure where no source knows the day, or none answers
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
  const modelled = seen && !isLacking(seen) ? null : await firstOf(models);
  const reading = seen ?? modelled;
  if (reading)
    return {
      reading,
      beside: seen ? modelled : null,
      again: failures.some(({ trouble }) => trouble === "away" || trouble === "busy"),
    };
  // The one that may still help says how; else the last.
  throw (
    failures.find(({ trouble }) => trouble === "busy") ??
    failures.find(({ trouble }) => trouble === "away") ??
    failures.at(-1) ??
    new WeatherFailure("refused", "no source tells of this day")
  );
}
