import type { z } from "zod";
import { linkToJob, photosOf } from "#ground/media/public.server.ts";
import type { Json } from "#ground/sync/public.server.ts";
import type { Values } from "#ground/sync/public.ts";
import { isVideoType, PHOTO_FIELD, type Shot, shotValue } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Fault } from "#platform/api/problem.ts";
import { MIME } from "#platform/pictures/kinds.ts";
import { type LineShot, lineShotsOf } from "../rules/photos.ts";
import type { EstimateChange, EstimateLine } from "./shapes.ts";

/** What is known of the photos that a request names, and of those that the estimate has. */
export interface KnownPhotos {
  readonly there: readonly LineShot[];
  /** Photos that the business has, by hash. */
  readonly stored: ReadonlyMap<string, Shot>;
}

type SentLines = z.output<typeof EstimateChange>["lines"];

export async function knownPhotos(
  ctx: AccountContext,
  jobId: string,
  lines: SentLines,
  values: Values,
): Promise<KnownPhotos> {
  const named = (lines ?? []).flatMap(({ photos = [] }) => photos.map(({ sha256 }) => sha256));
  const there = lineShotsOf(values);
  const found = await photosOf(ctx, [...new Set(named)]);
  for (const { sha256 } of found)
    if (!there.some((shot) => shot.sha256 === sha256)) await linkToJob(ctx, sha256, jobId);
  const stored = found.map(({ sha256, kind, takenAt, receivedAt }): Shot => ({
    ...{ sha256, type: MIME[kind], at: (takenAt ?? receivedAt).epochMilliseconds },
    ...(takenAt ? { clock: "camera" } : { clock: "file" }),
  }));
  return { there, stored: new Map([...stored, ...there].map((shot) => [shot.sha256, shot])) };
}

/** What the schema can't see: photos that nobody sent us, and one at two lines. */
export function faultsOfPhotos(lines: NonNullable<SentLines>, { stored }: KnownPhotos): Fault[] {
  const seen = new Set<string>();
  return lines.flatMap(({ photos = [] }, at) =>
    photos.flatMap(({ sha256 }, place): Fault[] => {
      const pointer = ["#/lines", at, "photos", place, "sha256"].join("/");
      const isTwice = seen.has(sha256);
      seen.add(sha256);
      const shot = stored.get(sha256);
      if (!shot) return [{ pointer, detail: "Your business has no such photo." }];
      if (isVideoType(shot.type)) return [{ pointer, detail: "That’s a video. A line has photos only." }];
      return isTwice ? [{ pointer, detail: "The same photo is here twice." }] : [];
    }),
  );
}

/**
 * The fields that put photos at lines. A line without `photos` keeps its own, a line that goes loses them.
 */
export function photoSets(
  lines: readonly { readonly id: string; readonly photos?: readonly SentPhoto[] | undefined }[],
  { there, stored }: KnownPhotos,
): Record<string, Json> {
  const keeps = new Set(lines.flatMap(({ id, photos }) => (photos === undefined ? [id] : [])));
  const gone = there.filter(({ line }) => !keeps.has(line)).map(({ sha256 }) => [sha256, null] as const);
  const placed = lines.flatMap(({ id, photos = [] }) =>
    photos.map(({ sha256, isHidden = false }) => {
      const value = { ...shotValue(stored.get(sha256)!), line: id, ...(isHidden ? { isHidden } : {}) };
      return [sha256, value] as const;
    }),
  );
  return Object.fromEntries([...gone, ...placed].map(([sha256, value]) => [PHOTO_FIELD + sha256, value]));
}

type SentPhoto = NonNullable<NonNullable<SentLines>[number]["photos"]>[number];

/** The photos of a line, in the shape of answers. @param arrived those whose pictures are on the server */
export const photoShapes = (
  line: string,
  shots: readonly LineShot[],
  arrived: ReadonlySet<string>,
): z.output<typeof EstimateLine>["photos"] =>
  shots
    .filter((shot) => shot.line === line)
    .map(({ sha256, at, isHidden }) => ({
      sha256,
      takenAt: Temporal.Instant.fromEpochMilliseconds(at).toString(),
      isHidden,
      hasArrived: arrived.has(sha256),
    }));
