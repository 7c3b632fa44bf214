import { recordsOfKind, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Facts, factsOf, PHOTO } from "../rules/photo.ts";
import { missingOf, shotListOf } from "../rules/shots.ts";

/** A page of records. */
const AT_ONCE = 500;

/** The facts of a job's photos that are on a shot list. */
export async function listedPhotos(ctx: AccountContext, job: string): Promise<Facts[]> {
  const found: Facts[] = [];
  for (let after: string | undefined; ;) {
    const page = await recordsOfKind(ctx, PHOTO, { job, after, withAny: ["shot"] }, AT_ONCE);
    found.push(...page.map(({ fields }) => factsOf(shownFields(fields))));
    if (page.length < AT_ONCE) return found;
    after = page.at(-1)!.id;
  }
}

/** A shot list of a job with what it misses. */
export async function readList(ctx: AccountContext, { id, job, fields }: StoredRecord) {
  const list = shotListOf(shownFields(fields));
  return { list, missing: missingOf(list, id, await listedPhotos(ctx, job ?? "")) };
}
