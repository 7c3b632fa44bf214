import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { openDue } from "./open-due.server.ts";

/** What the signed-in person must do on the job that `?job=` names, as JSON. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const job = new URL(args.request.url).searchParams.get("job") ?? "";
  const due = await inAccount(args, "job.work", async (ctx) => (isId(job) ? openDue(ctx, job) : []));
  return Response.json(due, { headers: { "Cache-Control": "no-store" } });
}
