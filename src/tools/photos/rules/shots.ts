import { readText, readTextOrNull, type Values } from "#ground/sync/public.ts";
import type { Facts } from "./photo.ts";

/** What must be on file before people leave a job: a list on one job, with its own copy of the shots. */
export const SHOTS = "photos.shots";
/** A list that a business wrote to use again. */
export const LIST = "photos.list";

export const LONGEST_SHOT = 120;
export const MOST_LISTED = 40;

/** A list to start from, as somebody wrote it. */
export interface ShotList {
  readonly title: string;
  readonly shots: readonly string[];
}

const SKIP = "skips.";
export const skipField = (shot: number): `skips.${number}` => `${SKIP}${shot}`;

export const shotListOf = (values: Values) => ({
  title: readText(values["title"]) || "Shot list",
  shots: Array.isArray(values["shots"]) ? (values["shots"] as unknown[]).map(readText).filter(Boolean) : [],
  /** Why a shot doesn't apply on this job, by its place. */
  skips: new Map(
    Object.entries(values).flatMap(([field, value]): [number, string][] => {
      const why = field.startsWith(SKIP) ? readTextOrNull(value) : null;
      return why === null ? [] : [[Number(field.slice(SKIP.length)), why]];
    }),
  ),
  isDone: values["done"] === true,
});
export type ListOnJob = ReturnType<typeof shotListOf>;

type Listed = Pick<Facts, "shot" | "trashedAt" | "hidden">;

/** The places of shots that have no photo yet and do apply. */
export function missingOf({ shots, skips }: ListOnJob, list: string, photos: readonly Listed[]): number[] {
  const taken = new Set(
    photos.flatMap(({ shot, trashedAt, hidden }) =>
      shot?.list === list && trashedAt === null && hidden === null ? [shot.shot] : [],
    ),
  );
  return shots.flatMap((_, at) => (taken.has(at) || skips.has(at) ? [] : [at]));
}

/** The places of all shots: the missing ones first, then the others, each in the list’s order. */
export function missingFirst({ shots }: Pick<ListOnJob, "shots">, missing: readonly number[]): number[] {
  const isMissing = new Set(missing);
  return [...missing, ...shots.keys().filter((at) => !isMissing.has(at))];
}

/** "3 photos are missing". */
export const countMissing = (count: number): string =>
  count === 1 ? "1 photo is missing" : `${count} photos are missing`;

const MOST_NAMED = 3;

/** Why a list isn't done, or null. */
export function refuseDone(list: ListOnJob, missing: readonly number[]): string | null {
  if (missing.length === 0) return null;
  const named = missing.slice(0, MOST_NAMED).map((at) => `“${list.shots[at]}”`);
  const more = missing.length - named.length;
  return `${countMissing(missing.length)}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}. Take ${missing.length === 1 ? "it" : "them"}, or say why not.`;
}

/** A written list, one shot a line. */
export const readShots = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, "").trim())
    .filter(Boolean);

export function refuseShots(shots: readonly string[]): string | null {
  if (shots.length === 0) return "Write one shot per line.";
  if (shots.length > MOST_LISTED) return `A list has at most ${MOST_LISTED} shots.`;
  const long = shots.find((shot) => shot.length > LONGEST_SHOT);
  return long === undefined
    ? null
    : `“${long.slice(0, 30)}…” is too long. Use at most ${LONGEST_SHOT} characters.`;
}
