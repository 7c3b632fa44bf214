import { z } from "zod";
import { recordsOfKind, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { closeoutVersions } from "#trade/closeouts/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { findJob, type JobRow, zoneOfJob } from "#trade/jobs/public.server.ts";
import { PLACES, placesOf, placeWords } from "#trade/places/public.ts";
import { PLAN, planOf } from "#trade/plans/public.ts";
import {
  type Call,
  CURSOR,
  cursorOf,
  endpoint,
  type Endpoint,
  pageQuery,
  readCursor,
} from "#platform/api/endpoint.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { CloseoutList, NewNote, NoteId, NoteList, PlaceList, PlanList } from "./job-shapes.ts";

const NOTE = "jobs.note";
const MOST_PLANS = 500;

/** The job that an address names. @throws AppError not_found */
async function jobOf({ ctx, params }: Pick<Call<unknown, unknown>, "ctx" | "params">): Promise<JobRow> {
  const jobId = params["jobId"] ?? "";
  const job = isId(jobId) ? await findJob(ctx, jobId) : null;
  if (!job) throw new AppError("not_found", "That job doesn’t exist.");
  return job;
}

/** Records of a kind on a job, without removed ones, in the order of their ids. */
async function onJob(ctx: AccountContext, kind: string, { jobId }: JobRow, most: number, after?: string) {
  const records = await recordsOfKind(ctx, kind, { job: jobId, after }, most);
  return records.map((record) => ({ ...record, values: shownFields(record.fields) }));
}

const read = { method: "GET", about: "Jobs", scope: "jobs:read" } as const;

export const jobRecordsCalls: readonly Endpoint[] = [
  endpoint({
    ...read,
    id: "listJobNotes",
    path: "/jobs/{jobId}/notes",
    summary: "Notes on a job, oldest first",
    words: "Deleted notes are left out, so a page can have fewer than `limit`.",
    query: z.strictObject(pageQuery),
    answers: { 200: NoteList },
    async run(call) {
      const { limit, cursor } = call.query;
      const after = readCursor(cursor, [CURSOR.id])?.[0];
      const found = await onJob(call.ctx, NOTE, await jobOf(call), limit + 1, after);
      const page = found.slice(0, limit);
      const data = page.flatMap(({ id, fields, values: { text, removed } }) => {
        const at = firstWritten(fields)?.at;
        return typeof text === "string" && removed !== true && at !== undefined
          ? [{ id, text, createdAt: Temporal.Instant.fromEpochMilliseconds(at).toString() }]
          : [];
      });
      return { body: { data, next: found.length > limit ? cursorOf([page.at(-1)!.id]) : null } };
    },
  }),
  endpoint({
    id: "addJobNote",
    method: "POST",
    path: "/jobs/{jobId}/notes",
    about: "Jobs",
    summary: "Add a note to a job",
    words: "Everyone on the job sees it, guests too. It becomes part of the job’s sealed history.",
    scope: "jobs:write",
    body: NewNote,
    example: { text: "Materials deliver Tuesday before 9 AM. Leave the gate open." },
    answers: { 201: NoteId },
    async run(call) {
      const job = await jobOf(call);
      const id = newId();
      const zone = await zoneOfJob(call.ctx, job);
      await writeAsProduct(call.ctx, { id, kind: NOTE, job: job.jobId }, { text: call.body.text }, zone);
      return { status: 201, body: { id } };
    },
  }),
  endpoint({
    ...read,
    id: "listPlaces",
    path: "/jobs/{jobId}/places",
    summary: "Rooms, units, and areas of a job, in order",
    answers: { 200: PlaceList },
    async run(call) {
      const [record] = await onJob(call.ctx, PLACES, await jobOf(call), 1);
      const data = placesOf(record?.values ?? {}).map(({ name, level }) => ({
        ...{ name, level, words: placeWords({ name, level }) },
      }));
      return { body: { data, next: null } };
    },
  }),
  endpoint({
    ...read,
    id: "listPlans",
    path: "/jobs/{jobId}/plans",
    summary: "Plans of a job with their versions",
    answers: { 200: PlanList },
    async run(call) {
      const found = await onJob(call.ctx, PLAN, await jobOf(call), MOST_PLANS);
      const data = found.flatMap(({ id, values }) => {
        const { title, level, versions } = planOf(values);
        if (values["removed"] === true) return [];
        const shown = versions.map(({ at, file, pages }) => ({
          addedAt: Temporal.Instant.fromEpochMilliseconds(at).toString(),
          ...{ file, pages: pages.length },
        }));
        return [{ id, title, level, versions: shown }];
      });
      return { body: { data, next: null } };
    },
  }),
  endpoint({
    ...read,
    id: "listCloseouts",
    path: "/jobs/{jobId}/closeouts",
    summary: "Published versions of a job’s closeout package, newest first",
    answers: { 200: CloseoutList },
    async run(call) {
      const { jobId } = await jobOf(call);
      const data = (await closeoutVersions(call.ctx, jobId)).map(
        ({ id, version, state, fileName, sha256, createdAt, readyAt }) => ({
          ...{ id, version, state, fileName, sha256 },
          ...{ createdAt: createdAt.toString(), readyAt: readyAt?.toString() ?? null },
        }),
      );
      return { body: { data, next: null } };
    },
  }),
];
