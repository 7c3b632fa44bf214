import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";

/** The job id of the address. @throws AppError not_found if it isn't an id */
export function jobParam({ params }: ActionFunctionArgs | LoaderFunctionArgs): string {
  const job = (params["historyId"] ?? "").toLowerCase();
  if (!isId(job)) throw new AppError("not_found", "Page not found.");
  return job;
}
