import {
  allRecordsOfKind,
  findRecordsInside,
  findStoredRecords,
  privateKinds,
  recordsWithFields,
  shownFields,
} from "#ground/sync/public.server.ts";
import { PHOTO_FIELD, type Shot, shotsOf } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { photoId } from "../rules/ids.ts";
import { ALBUM, factsOf, isForBusiness, NO_FACTS, PHOTO } from "../rules/photo.ts";
import { type Album, albumOf, type RollPhoto } from "../rules/roll.ts";

export const albumsOf = async (ctx: AccountContext, job: string): Promise<Album[]> =>
  (await allRecordsOfKind(ctx, ALBUM, { job })).map(({ id, fields }) => albumOf(id, shownFields(fields)));

/**
 * The roll of a job as it may be shown to people outside: the photos that its records name, whichever tool
 * took them, with their facts. Those of private records, such as what a sub asks for, aren't in it.
 * @param only these photos
 */
export async function readRoll(
  ctx: AccountContext,
  job: string,
  only?: readonly string[],
): Promise<RollPhoto[]> {
  const known = only
    ? await findStoredRecords(
        ctx,
        only.map((sha256) => photoId(job, sha256)),
      )
    : await allRecordsOfKind(ctx, PHOTO, { job });
  const naming = await recordsWithFields(ctx, job, PHOTO_FIELD, {
    names: only?.map((sha256) => PHOTO_FIELD + sha256),
    except: [PHOTO, ...privateKinds()],
  });
  const facts = new Map(
    known.map(({ fields }) => {
      const own = factsOf(shownFields(fields));
      return [own.sha256, own];
    }),
  );
  const found = new Map<
    string,
    { readonly shot: Shot; readonly author: string | null; readonly at: number }
  >();
  const inside = await findRecordsInside(ctx, naming);
  /** Photos that another record names too, which may leave the business. */
  const open = new Set<string>();
  for (const { id, fields } of [...known, ...naming]) {
    const values = shownFields(fields);
    for (const shot of shotsOf(values)) {
      const field = PHOTO_FIELD + shot.sha256;
      if (isForBusiness(values[field])) continue;
      if (!inside.has(id)) open.add(shot.sha256);
      const first = fields[field]?.values[0];
      const at = first?.at ?? shot.at;
      if ((found.get(shot.sha256)?.at ?? Infinity) > at)
        found.set(shot.sha256, { shot, author: first?.author ?? null, at });
    }
  }
  const wanted = only && new Set(only);
  return [...found.values()]
    .filter(({ shot }) => !wanted || wanted.has(shot.sha256))
    .map(({ shot, author }) => ({
      ...{ shot, author, isInside: !open.has(shot.sha256) },
      facts: facts.get(shot.sha256) ?? NO_FACTS,
    }));
}
