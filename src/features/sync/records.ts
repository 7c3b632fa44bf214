import type { LoaderFunctionArgs } from "react-router";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { newerRecords } from "./data.server.ts";
import { answerDevice } from "./device-answer.server.ts";

/** `GET /account/sync/records?since=N[&job=ID]`: what a device does not have yet. See wire.ts. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answerDevice(args, (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const since = Number(searchParams.get("since") ?? 0);
    const job = searchParams.get("job");
    if (!Number.isSafeInteger(since) || since < 0 || (job !== null && !isId(job)))
      throw new AppError("invalid", "Ask with the count that you have, and with a job's id or none.");
    return newerRecords(ctx, { since, job });
  });
}
