import { type JobRecord, privateKinds, recordsInside, shownFields } from "#ground/sync/public.server.ts";
import { jobPhotosOf, PHOTO_FIELD } from "#trade/fieldwork/public.ts";
import type { ReportShape } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { readRoll } from "../gallery/roll.server.ts";
import { ALBUM, factsOf, isForBusiness, isListed, NO_FACTS, PHOTO } from "../rules/photo.ts";
import { type Album, albumOf, type RollPhoto } from "../rules/roll.ts";
import { PHOTO_REPORT } from "./choice.ts";
import { fillPhotoReport } from "./photo-report.ts";

/**
 * The photos of a job with their facts, as the roll has them, but none of a private record, such as what a
 * sub asks for, and none that a tool has for the business alone: a report leaves the business.
 * @param records all of the job
 */
export function rollOf(records: readonly JobRecord[]): RollPhoto[] {
  const hidden = new Set(privateKinds());
  const read = records
    .filter(({ kind }) => !hidden.has(kind))
    .map((record) => ({
      ...record,
      values: Object.fromEntries(
        Object.entries(shownFields(record.fields)).filter(
          ([field, value]) => !field.startsWith(PHOTO_FIELD) || !isForBusiness(value),
        ),
      ),
    }));
  const known = new Map(
    read.flatMap(({ kind, values }) =>
      kind === PHOTO ? [[values["sha256"], factsOf(values)] as const] : [],
    ),
  );
  const inside = recordsInside(records);
  const open = new Set(jobPhotosOf(read.filter(({ id }) => !inside.has(id))).map(({ shot }) => shot.sha256));
  return jobPhotosOf(read).map(({ shot, author }) => ({
    ...{ shot, author, isInside: !open.has(shot.sha256) },
    facts: known.get(shot.sha256) ?? NO_FACTS,
  }));
}

export const albumsIn = (records: readonly JobRecord[]): Album[] =>
  records.flatMap(({ kind, id, fields }) => (kind === ALBUM ? [albumOf(id, shownFields(fields))] : []));

export const photoReport: ReportShape = {
  name: PHOTO_REPORT,
  tool: "photos",
  hasOwnForm: true,
  label: "Photo report",
  hint: "Photos with their captions and tags.",
  saying: [],
  companies: () => Promise.resolve([]),
  tell: (records, ask) => fillPhotoReport(rollOf(records), albumsIn(records), ask),
};

/** Which photos of a job are neither hidden nor deleted, nor for the business alone. */
export async function photosForOutside(
  ctx: AccountContext,
  job: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const roll = await readRoll(ctx, job, hashes);
  return new Set(roll.flatMap(({ shot, facts }) => (isListed(facts) ? shot.sha256 : [])));
}
