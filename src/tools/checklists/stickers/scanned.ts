import { redirect, type LoaderFunctionArgs } from "react-router";
import { findPerson } from "#ground/identity/public.server.ts";
import { inAccount } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { movedSchedule } from "#trade/inspections/public.server.ts";
import { pathOfSchedule } from "#trade/inspections/public.ts";
import { isId, withAccount } from "#platform/db/scope.server.ts";
import { fieldDocument } from "#platform/http/field-document.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";

/**
 * What a sticker's code opens: the field app for people who work on the job, and for everyone else a page
 * that says who to ask. A phone that has the app answers the address itself, also without a signal.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { jobId = "", scheduleId = "" } = args.params;
  const { pathname, searchParams } = new URL(args.request.url);
  const account = searchParams.get("of") ?? "";
  if (!isId(account)) return inAccount(args, "job.work", () => Promise.resolve(fieldDocument()));
  // Its address stays the same when its machine moves to another job.
  const moved = await withAccount(account, (ctx) => movedSchedule(ctx, { job: jobId, schedule: scheduleId }));
  if (moved) return redirect(`${pathOfSchedule(moved.job, moved.schedule)}?of=${account}`);
  try {
    const person = await findPerson(args.request, args.context);
    if (
      person &&
      (await inAccount(args, "job.work", async (ctx) => isId(jobId) && (await findJob(ctx, jobId))))
    )
      return fieldDocument();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return redirect(`/checklists/sticker/${account}?next=${encodeURIComponent(pathname)}`);
}
