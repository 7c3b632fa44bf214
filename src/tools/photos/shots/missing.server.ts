import { allRecordsOfKind, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Facts, factsOf, PHOTO } from "../rules/photo.ts";
import { missingOf, shotListOf } from "../rules/shots.ts";

/** The facts of a job's photos that are on a shot list. */
export const listedPhotos = async (ctx: AccountContext, job: string): Promise<Facts[]> =>
  (await allRecordsOfKind(ctx, PHOTO, { job, withAny: ["shot"] })).map(({ fields }) =>
    factsOf(shownFields(fields)),
  );

/** A shot list of a job with what it misses. */
export async function readList(ctx: AccountContext, { id, job, fields }: StoredRecord) {
  const list = shotListOf(shownFields(fields));
  return { list, missing: missingOf(list, id, await listedPhotos(ctx, job ?? "")) };
}
