import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";

/** The job whose history an address names. @throws AppError not_found for what can't be one */
export function jobParam({ params }: ActionFunctionArgs | LoaderFunctionArgs): string {
  const job = (params["historyId"] ?? "").toLowerCase();
  if (!isId(job)) throw new AppError("not_found", "There is nothing here.");
  return job;
}
