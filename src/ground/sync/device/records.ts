import type { LoaderFunctionArgs } from "react-router";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { newerRecords } from "../commands.server.ts";
import { answerDevice } from "./answer.server.ts";
import { derivedRecordsAfter } from "../records/derived-records.server.ts";

/**
 * `GET /account/sync/records?since=N[&job=ID[&happened=M]]`: records that a device doesn't have yet, see
 * protocol.ts.
 */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answerDevice(args, async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const since = Number(searchParams.get("since") ?? 0);
    const job = searchParams.get("job");
    // Devices older than this feature don't ask for these records and get none.
    const happened = searchParams.has("happened") ? Number(searchParams.get("happened")) : null;
    if (
      !isCount(since) ||
      (job !== null && !isId(job)) ||
      (happened !== null && !(isCount(happened) && job !== null))
    )
      throw new AppError("invalid", "Send the count you have, and a job’s ID or no ID.");
    const newer = await newerRecords(ctx, { since, job });
    return job === null || happened === null
      ? newer
      : { ...newer, happened: await derivedRecordsAfter(ctx, job, happened) };
  });
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
