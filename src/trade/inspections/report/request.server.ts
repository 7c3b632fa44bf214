import { z } from "zod";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { RUN, runOf } from "../rules/run.ts";
import type { RunChoice } from "./run-report.server.ts";

/** Small photos, as reports count them. */
const SMALL = 6;

const schema = z.object({
  items: z.enum(["all", "short"], "Choose what it shows."),
  photos: z.string().optional(),
  authors: z.string().optional(),
});

/**
 * A run with its job, for the form of its report.
 * @param noun what the tool calls a run @param isSafety only runs of safety lists
 * @throws AppError not_found
 */
export async function findRun(
  ctx: AccountContext,
  id: string,
  { noun, isSafety }: { readonly noun: string; readonly isSafety: boolean },
) {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  const job = record?.kind === RUN && record.job !== null ? await findJob(ctx, record.job) : null;
  const run = record && runOf(shownFields(record.fields));
  if (!run || !job || shownFields(record.fields)["removed"] === true || (isSafety && !run.isSafety))
    throw new AppError("not_found", `That ${noun} doesn’t exist, or hasn’t uploaded from its phone yet.`);
  return { title: [run.title, run.place].filter(Boolean).join(", "), job };
}

/**
 * What the form of a run's report asks for. The tool that has the report requests it.
 * @throws AppError invalid
 */
export function runReportOf(run: string, form: PostedForm) {
  const { items, photos, authors } = form.check(schema);
  const choice: RunChoice = { run, isShort: items === "short", showsAuthors: authors === "yes" };
  return { choice: { ...choice }, photosPerPage: photos === "yes" ? SMALL : 0, places: false };
}

/** What the form shows again when it is refused. */
export const typedIn = ({ items = "all", photos = "", authors = "" }: PostedForm) => ({
  ...{ items, photos, authors },
});
