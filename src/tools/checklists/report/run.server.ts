import { z } from "zod";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { RUN, runOf } from "#trade/inspections/public.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { requestOfTool } from "#trade/reports/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { checklistReport } from "./shapes.server.ts";

/** Small photos, as reports count them. */
const SMALL = 6;

const schema = z.object({
  items: z.enum(["all", "short"], "Choose what it shows."),
  photos: z.string().optional(),
  authors: z.string().optional(),
});

/** A checklist with its job. @throws AppError not_found */
export async function findRun(ctx: AccountContext, id: string) {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  const job = record?.kind === RUN && record.job !== null ? await findJob(ctx, record.job) : null;
  if (!record || !job || shownFields(record.fields)["removed"] === true)
    throw new AppError("not_found", "That checklist doesn’t exist, or hasn’t uploaded from its phone yet.");
  const { title, place } = runOf(shownFields(record.fields));
  return { title: [title, place].filter(Boolean).join(", "), job };
}

/** Has a report of a checklist made in the background. @returns where it is shown */
export async function requestRunReport(ctx: AccountContext, run: string, form: PostedForm): Promise<string> {
  const { items, photos, authors } = form.check(schema);
  const { job } = await findRun(ctx, run);
  return requestOfTool(ctx, form["report"] ?? "", {
    job: job.jobId,
    shape: checklistReport.name,
    choice: { run, isShort: items === "short", showsAuthors: authors === "yes" },
    photosPerPage: photos === "yes" ? SMALL : 0,
    places: false,
  });
}
