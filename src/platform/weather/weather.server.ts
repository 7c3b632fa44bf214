import { WeatherFailure } from "./ask.server.ts";
import { askNws, NWS_DAYS } from "./nws.server.ts";
import { askOpenMeteo, FORECAST_PAST_DAYS } from "./open-meteo.server.ts";
import type { WeatherQuestion, WeatherReading } from "./reading.ts";

export { WeatherFailure } from "./ask.server.ts";
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

/**
 * The weather of a day at a place: what a station saw where one did, else what models hold. A source that can't answer now is no reason to
 * take a lesser one for a day that it may still tell of: the caller asks again later, and gets the next source meanwhile.
 * @returns what was read, and whether a better source is worth asking again
 * @throws WeatherFailure where no source knows the day, or none answers
 */
export async function readWeather(question: WeatherQuestion): Promise<{ readonly reading: WeatherReading; readonly again: boolean }> {
  if (!current) throw new Error("nobody said where weather is asked for: the start has not called useWeather");
  const { nwsUrl, userAgent, openMeteoUrl: url, openMeteoKey: apiKey } = current;
  const { date, zone, now } = question;
  const age = Temporal.PlainDate.from(date).until(now.toZonedDateTimeISO(zone).toPlainDate(), { largestUnit: "days" }).days;
  const tries = [
    ...(age <= NWS_DAYS ? [() => askNws({ url: nwsUrl, userAgent }, question)] : []),
    ...(age <= FORECAST_PAST_DAYS ? [() => askOpenMeteo({ url, apiKey }, question, false)] : []),
    ...(age >= ARCHIVE_AFTER_DAYS ? [() => askOpenMeteo({ url, apiKey }, question, true)] : []),
  ];
  const failures: WeatherFailure[] = [];
  for (const read of tries)
    try {
      return { reading: await read(), again: failures.some(({ trouble }) => trouble === "away" || trouble === "busy") };
    } catch (error) {
      if (!(error instanceof WeatherFailure)) throw error;
      failures.push(error);
    }
  // The one that may still help says how; else the last.
  throw (
    failures.find(({ trouble }) => trouble === "busy") ??
    failures.find(({ trouble }) => trouble === "away") ??
    failures.at(-1) ??
    new WeatherFailure("refused", "no source tells of this day")
  );
}
