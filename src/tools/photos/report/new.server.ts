import { namesOf } from "#ground/identity/public.server.ts";
import { recordsOfJob, recordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import { findJob, listJobs, zoneOfJob } from "#trade/jobs/public.server.ts";
import { requestOfTool } from "#trade/reports/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { ALBUM, stageLabel } from "../rules/photo.ts";
import { albumOf } from "../rules/roll.ts";
import { FILTER_NAMES, PHOTO_REPORT, readFilters } from "./choice.ts";
import { chosenPhotos } from "./photo-report.ts";
import { albumsIn, rollOf } from "./report-shape.server.ts";
import { MOST_SELECTED, photoReportSchema, readSelected, toChoice } from "./schema.ts";

const MOST_JOBS = 500;
const MOST_ALBUMS = 200;

/** What the form offers. @param valueOf the values it was opened with, or filled in with */
export async function offerOf(ctx: AccountContext, valueOf: (name: string) => string | undefined) {
  const asked = valueOf("job") ?? "";
  const listed = await listJobs(ctx, "", MOST_JOBS);
  const own = isId(asked) ? await findJob(ctx, asked) : null;
  const jobs = own && !listed.some(({ jobId }) => jobId === own.jobId) ? [own, ...listed] : listed;
  const job = own ?? jobs[0];
  const albums = job ? await recordsOfKind(ctx, ALBUM, { job: job.jobId }, MOST_ALBUMS) : [];
  const filters = readFilters((name) => valueOf(name) ?? "");
  const names = await namesOf(ctx.db, [filters.person]);
  const { stage, person, ...plain } = filters;
  return {
    jobs: jobs.map(({ jobId, name, address }) => ({
      value: jobId,
      label: address ? `${name}, ${address}` : name,
    })),
    job: job?.jobId ?? "",
    albums: albums.map(({ id, fields }) => ({ value: id, label: albumOf(id, shownFields(fields)).name })),
    selected: readSelected(valueOf("photos") ?? ""),
    filters: Object.fromEntries(FILTER_NAMES.map((name) => [name, filters[name] ?? ""])),
    only: [...Object.values(plain), stage && stageLabel(stage), person && (names.get(person) ?? "")].filter(
      (one): one is string => Boolean(one),
    ),
  };
}

/**
 * Has a photo report made in the background.
 * @returns where it is shown
 * @throws AppError invalid with a message per field, also if no photo fits
 */
export async function requestPhotoReport(ctx: AccountContext, form: PostedForm): Promise<string> {
  const asked = form.check(photoReportSchema);
  const choice = toChoice(asked, form);
  const job = await findJob(ctx, asked.job);
  const refuse = (field: string, why: string) => new AppError("invalid", why, { fields: { [field]: why } });
  if (!job) throw refuse("job", "Choose a job.");
  const records = await recordsOfJob(ctx, job.jobId);
  const roll = rollOf(records);
  const names = await namesOf(
    ctx.db,
    roll.map(({ author }) => author),
  );
  const found = chosenPhotos(roll, albumsIn(records), choice, {
    zone: await zoneOfJob(ctx, job),
    nameOf: (person) => (person && names.get(person)) ?? "",
  });
  if (found.length === 0)
    throw choice.photos.length > 0
      ? refuse("photos", "These photos haven’t uploaded yet. Try again once they have.")
      : refuse("album", "No photos here yet. Choose another album or job.");
  if (found.length > MOST_SELECTED)
    throw refuse(
      "album",
      `These are ${found.length.toLocaleString("en-US")} photos. A report can have ${MOST_SELECTED}: choose an album, or select photos on the job.`,
    );
  return requestOfTool(ctx, form["report"] ?? "", {
    job: job.jobId,
    shape: PHOTO_REPORT,
    choice: { ...choice, filters: { ...choice.filters } },
    photosPerPage: asked.perPage,
    places: asked.place,
  });
}
