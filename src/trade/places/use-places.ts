import { type Json, newLocalId, useRecord } from "#ground/sync/public.tsx";
import { type JobPlace, placeKey, PLACES, placesOf, storedPlace } from "./rules.ts";
import { placesId } from "./ids.ts";

/** The places of a job; undefined until loaded. */
export function usePlaces(job: string): readonly JobPlace[] | undefined {
  const record = useRecord(PLACES, placesId(job));
  return record === undefined ? undefined : placesOf(record?.values ?? {});
}

/** A change of a job's places, for `write`. */
export const placesChange = (job: string, sets: Readonly<Record<string, Json>>) => ({
  ...{ kind: PLACES, record: placesId(job), job, sets },
});

/** Adds names after the places that are there. */
export function addedPlaces(places: readonly JobPlace[], names: readonly string[], level: string | null) {
  const from = Math.max(0, ...places.map(({ at }) => at)) + 1;
  return Object.fromEntries(
    names.map((name, index) => [
      placeKey(newLocalId().slice(-12)),
      storedPlace({ at: from + index, name, level }),
    ]),
  );
}
