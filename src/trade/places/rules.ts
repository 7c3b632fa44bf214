import { readNumber, readRecord, readText, readTextOrNull, type Values } from "#ground/sync/public.ts";

/** The places of a job: one record. */
export const PLACES = "places.list";

/** Characters of a name or a level. */
export const LONGEST_PLACE = 80;
/** Places of a job, and how many are added at once. */
export const MOST_PLACES = 500;
export const MOST_AT_ONCE = 200;

export type PlaceKey = `places.${string}`;
export const placeKey = (id: string): PlaceKey => `places.${id}`;

/** A room, unit or area of a job. */
export interface JobPlace {
  /** Its field. A renamed place stays in it. */
  readonly key: PlaceKey;
  /** Its place in the order. */
  readonly at: number;
  readonly name: string;
  readonly level: string | null;
}

/** What other records say of a place: "Level 2, Bath". */
export const placeWords = ({ level, name }: Pick<JobPlace, "level" | "name">): string =>
  level === null ? name : `${level}, ${name}`;

export const isSamePlace = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** In their order. Two phones without a signal may add the same place, which is listed once. */
export function placesOf(values: Values): JobPlace[] {
  const all = Object.entries(values)
    .flatMap(([key, value]) => {
      const { at, name, level } = readRecord(value) ?? {};
      return key.startsWith("places.") && readText(name)
        ? [
            {
              ...{ key: key as PlaceKey, at: readNumber(at) ?? 0 },
              ...{ name: readText(name), level: readTextOrNull(level) },
            },
          ]
        : [];
    })
    .toSorted((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1));
  const first = new Map<string, JobPlace>();
  for (const one of all) {
    const words = placeWords(one).toLowerCase();
    if (!first.has(words)) first.set(words, one);
  }
  return [...first.values()];
}

/** The value of a place's field. */
export const storedPlace = ({
  at,
  name,
  level,
}: Omit<JobPlace, "key">): Readonly<Record<string, string | number>> => ({
  at,
  name,
  ...(level === null ? {} : { level }),
});

/** By level, in the order of the first place of each; those without a level come first. */
export function byLevel(
  places: readonly JobPlace[],
): readonly (readonly [string | null, readonly JobPlace[]])[] {
  const groups = Map.groupBy(places, ({ level }) => level);
  return [...groups].toSorted(([one], [other]) => Number(one !== null) - Number(other !== null));
}

/** Those of the names that a level doesn't have yet. */
export const newNames = (
  places: readonly JobPlace[],
  names: readonly string[],
  level: string | null,
): string[] =>
  names.filter((name) => !places.some((one) => isSamePlace(placeWords(one), placeWords({ level, name }))));

/** Why names can't be added, or null. @param names those that are new */
export function refuseNames(places: readonly JobPlace[], names: readonly string[]): string | null {
  if (names.length === 0) return "Type the name of a room, unit, or area that isn’t on the list.";
  if (names.length > MOST_AT_ONCE) return `Add at most ${MOST_AT_ONCE} together.`;
  return names.length + places.length > MOST_PLACES ? `A job has at most ${MOST_PLACES} places.` : null;
}

/**
 * Where a place of a list comes after it moved by one.
 * @returns null at the end of the list
 */
export function atAfterMove(list: readonly JobPlace[], from: number, by: 1 | -1): number | null {
  const [near, far] = [list[from + by], list[from + 2 * by]];
  return near ? (far ? (near.at + far.at) / 2 : near.at + by) : null;
}
