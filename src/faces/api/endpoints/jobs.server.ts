import { z } from "zod";
import { countOf } from "#ground/sync/public.server.ts";
import { findJob, type JobRow, pageOfJobs, STATUSES } from "#trade/jobs/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { CURSOR, cursorOf, endpoint, type Endpoint, pageQuery, readCursor } from "#platform/api/endpoint.ts";
import { Job, JobList } from "./job-shapes.ts";
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
