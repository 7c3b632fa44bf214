import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { jobParam } from "../history/job-param.server.ts";
import { download } from "./download.server.ts";
import { exportCertification, readJobHistory } from "./export.server.ts";

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const history = await inAccount(args, "work.read", (ctx) => readJobHistory(ctx, jobParam(args)));
  return download(history, "pdf", async () => {
    const bytes = await exportCertification(history);
    return { body: new Uint8Array(bytes), bytes: bytes.length };
  });
}
