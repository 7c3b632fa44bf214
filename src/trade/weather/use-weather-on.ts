import { useRecord } from "#ground/sync/public.tsx";
import { weatherId } from "./ids.ts";
import { type Weather, weatherOf } from "./rules.ts";

/**
 * What this device knows of a day's weather, newest reading first.
 * @param date "2026-11-20", in the job's time zone
 */
export function useWeatherOn(job: string, date: string): Weather {
  return weatherOf(useRecord("logs.weather", weatherId(job, date))?.values ?? {});
}
