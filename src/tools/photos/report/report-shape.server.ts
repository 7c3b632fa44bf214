import { type JobRecord, shownFields } from "#ground/sync/public.server.ts";
import { jobPhotosOf } from "#trade/fieldwork/public.ts";
import type { ReportShape } from "#trade/jobs/public.server.ts";
import { ALBUM, factsOf, NO_FACTS, PHOTO } from "../rules/photo.ts";
import { type Album, albumOf, type RollPhoto } from "../rules/roll.ts";
import { PHOTO_REPORT } from "./choice.ts";
import { fillPhotoReport } from "./photo-report.ts";

/** All photos of a job with their facts, as the roll has them. @param records all of the job */
export function rollOf(records: readonly JobRecord[]): RollPhoto[] {
  const read = records.map((record) => ({ ...record, values: shownFields(record.fields) }));
  const known = new Map(
    read.flatMap(({ kind, values }) =>
      kind === PHOTO ? [[values["sha256"], factsOf(values)] as const] : [],
    ),
  );
  return jobPhotosOf(read).map(({ shot, author }) => ({
    ...{ shot, author },
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
