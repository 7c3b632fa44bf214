import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendExport } from "#ground/evidence/public.server.ts";
import { exportTrail, readTrail } from "./trail.server.ts";

/** The whole trail of one change as a ZIP that anyone can verify without us. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const trail = await inAccount(args, "work.read", (ctx) => readTrail(ctx, args.params["changeId"] ?? ""));
  return sendExport(trail.history, () => exportTrail(trail));
}
