import type { z } from "zod";
import { type Photo as StoredFile, photosOf } from "#ground/media/public.server.ts";
import {
  findStoredRecord,
  findStoredRecords,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { dateAt, firstWritten, mergeMarks, shotsOf } from "#trade/fieldwork/public.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { ALBUM, factsOf, isListed, PHOTO } from "../rules/photo.ts";
import { albumOf } from "../rules/roll.ts";
import type { Photo, PhotoSummary } from "./shapes.ts";

type Shape<Schema extends z.ZodType> = z.output<Schema>;

const pointShape = ([x, y]: readonly [number, number]) => ({ x, y });

function summaryOf(
  { id, job, fields }: StoredRecord,
  date: string,
  file: StoredFile | undefined,
): Shape<typeof PhotoSummary> | null {
  const values = shownFields(fields);
  const { sha256, caption, room, trade, stage, tags, pair } = factsOf(values);
  if (sha256 === null || job === null) return null;
  const [shot] = shotsOf(values);
  return {
    ...{ id, jobId: job, sha256, date },
    takenAt: shot ? Temporal.Instant.fromEpochMilliseconds(shot.at).toString() : null,
    clock: shot ? (shot.clock ?? "device") : null,
    takenBy: firstWritten(fields)?.author ?? null,
    ...{ caption, room, trade, stage, tags, pair },
    file: file
      ? {
          ...{ kind: file.kind, bytes: file.bytes, width: file.width, height: file.height },
          receivedAt: file.receivedAt.toString(),
        }
      : null,
  };
}

/** Photos of a list in the shape of answers, in its order. */
export async function summaryShapes(
  ctx: AccountContext,
  items: readonly { readonly id: string; readonly date: string; readonly photos: readonly string[] }[],
): Promise<Shape<typeof PhotoSummary>[]> {
  const records = await findStoredRecords(
    ctx,
    items.map(({ id }) => id),
  );
  const files = await photosOf(
    ctx,
    items.flatMap(({ photos }) => photos),
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  const byHash = new Map(files.map((file) => [file.sha256, file]));
  return items.flatMap(({ id, date, photos: [sha256 = ""] }) => {
    const record = byId.get(id);
    return (record && summaryOf(record, date, byHash.get(sha256))) ?? [];
  });
}

/**
 * A photo of a job, as the office lists it.
 * @throws AppError not_found, for one that is hidden, in the trash, or on a deleted job too
 */
export async function findPhoto(ctx: AccountContext, id: string) {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  const facts = record?.kind === PHOTO ? factsOf(shownFields(record.fields)) : null;
  const job = record?.job ? await findJob(ctx, record.job) : null;
  if (!record || !job || !facts?.sha256 || !isListed(facts))
    throw new AppError("not_found", "That photo doesn’t exist.");
  return { record, job, facts, sha256: facts.sha256 };
}

/** One photo in the shape of answers. @throws AppError as findPhoto */
export async function photoShape(
  ctx: AccountContext,
  id: string,
  { withPlace }: { readonly withPlace: boolean },
): Promise<Shape<typeof Photo>> {
  const { record, job, facts, sha256 } = await findPhoto(ctx, id);
  const [file] = await photosOf(ctx, [sha256]);
  const [shot] = shotsOf(shownFields(record.fields));
  const at = shot?.at ?? firstWritten(record.fields)?.at ?? ctx.now.epochMilliseconds;
  const albums = await findStoredRecords(ctx, facts.albums.filter(isId));
  const { place } = facts;
  return {
    ...summaryOf(record, dateAt(at, await zoneOfJob(ctx, job)), file)!,
    albums: albums.flatMap((album) => {
      const values = shownFields(album.fields);
      if (album.kind !== ALBUM || album.job !== record.job || values["removed"] === true) return [];
      return [{ id: album.id, name: albumOf(album.id, values).name }];
    }),
    marks: mergeMarks((record.fields["marks"]?.values ?? []).map(({ value }) => value)).map(
      ({ kind, color, from, to, text }) => ({
        ...{ kind, color, text },
        from: pointShape(from),
        to: pointShape(to),
      }),
    ),
    shot: facts.shot && isId(facts.shot.list) ? { listId: facts.shot.list, shot: facts.shot.shot } : null,
    heading: facts.heading,
    place: !withPlace
      ? null
      : place
        ? { latitude: place.lat, longitude: place.lon, accuracy: place.accuracy }
        : (file?.position ?? null),
  };
}
