import { z } from "zod";
import { countOf, writeAsProduct } from "#ground/sync/public.server.ts";
import { findJob, type JobRow, pageOfJobs, STATUSES } from "#trade/jobs/public.server.ts";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { findLead } from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { CURSOR, cursorOf, endpoint, type Endpoint, pageQuery, readCursor } from "#platform/api/endpoint.ts";
import { Problem } from "#platform/api/problem.ts";
import { Job, JobAnswer, JobList, NewJob } from "./job-shapes.ts";
import { momentQuery } from "#platform/api/shape-parts.ts";

const jobShape = (job: JobRow): z.output<typeof Job> => ({
  id: job.jobId,
  name: job.name,
  address: job.address,
  latitude: job.lat,
  longitude: job.lon,
  status: job.status,
  leadId: job.leadId,
  startsOn: job.startsOn,
  finishesOn: job.finishesOn,
  contractCents: job.contractCents,
  zone: job.zone,
  team: job.team,
  changedAt: job.changedAt.toString(),
});

export const jobsCalls: readonly Endpoint[] = [
  endpoint({
    id: "listJobs",
    method: "GET",
    path: "/jobs",
    about: "Jobs",
    summary: "Jobs, last changed first",
    words:
      "Deleted jobs are left out. Pages follow the order at the time of the first page: a job that changes while you page appears once, with its current values. Use `changedSince` to get later changes.",
    scope: "jobs:read",
    query: z.strictObject({
      ...pageQuery,
      status: z
        .enum(STATUSES, { error: `Give one of ${STATUSES.join(", ")}.` })
        .optional()
        .describe("Only jobs with this status."),
      leadId: z.uuid({ error: "Give the id of a lead." }).optional().describe("Only jobs of this client."),
      changedSince: momentQuery.optional().describe("Only jobs that changed at this moment or later."),
    }),
    answers: { 200: JobList },
    async run({ ctx, query: { limit, cursor, ...filters } }) {
      const parts = readCursor(cursor, [CURSOR.number, CURSOR.number])?.map(Number);
      const upTo = parts?.[0] ?? (await countOf(ctx));
      const found = await pageOfJobs(ctx, filters, { upTo, before: parts?.[1], most: limit + 1 });
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        body: {
          data: shown.map(({ job }) => jobShape(job)),
          next: found.length > limit && last ? cursorOf([String(upTo), String(last.revision)]) : null,
        },
      };
    },
  }),
  endpoint({
    id: "addJob",
    method: "POST",
    path: "/jobs",
    about: "Jobs",
    summary: "Add a job",
    words:
      "It’s on everyone’s phone within seconds. Send an `Idempotency-Key`: there’s no other way to tell two jobs with one name apart.",
    scope: "jobs:write",
    body: NewJob,
    example: {
      name: "Hale deck",
      address: "14 Elm Street, Denver, CO 80202",
      status: "planned",
      clientName: "Dana Hale",
      clientEmail: "dana@example.com",
      startsOn: "2026-12-07",
      contractCents: 1_840_000,
    },
    answers: { 201: JobAnswer },
    async run({ ctx, key, body: { latitude: lat, longitude: lon, ...given } }) {
      if (given.leadId && !(await findLead(ctx, given.leadId))) {
        const detail = "That lead doesn’t exist.";
        throw new Problem("invalid", detail, { errors: [{ pointer: "#/leadId", detail }] });
      }
      const id = newId();
      const position =
        lat === undefined || lon === undefined ? null : { lat, lon, accuracy: null, by: "hand" };
      const sets = Object.fromEntries(
        Object.entries({ ...given, ...(position ? { position } : {}) }).filter(
          (entry): entry is [string, NonNullable<(typeof entry)[1]>] =>
            entry[1] !== undefined && entry[1] !== null,
        ),
      );
      await writeAsProduct(ctx, { id, kind: "jobs.job", job: id }, sets, given.zone ?? (await zoneOf(ctx)));
      const job = (await findJob(ctx, id))!;
      return {
        status: 201,
        body: key.scopes.includes("jobs:read") ? jobShape(job) : { id },
        headers: { Location: `/api/v1/jobs/${id}` },
      };
    },
  }),
  endpoint({
    id: "getJob",
    method: "GET",
    path: "/jobs/{jobId}",
    about: "Jobs",
    summary: "One job",
    scope: "jobs:read",
    answers: { 200: Job },
    async run({ ctx, params }) {
      const jobId = params["jobId"] ?? "";
      const job = isId(jobId) ? await findJob(ctx, jobId) : null;
      if (!job) throw new AppError("not_found", "That job doesn’t exist.");
      return { body: jobShape(job) };
    },
  }),
];
