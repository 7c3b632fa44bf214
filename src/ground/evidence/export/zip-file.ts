import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { jobParam } from "../history/job-param.server.ts";
import { download } from "./download.server.ts";
import { exportJob, readJobHistory } from "./export.server.ts";

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const history = await inAccount(args, "work.read", (ctx) => readJobHistory(ctx, jobParam(args)));
  return download(history, "zip", async () => {
    const { file, bytes, remove } = await exportJob(history);
    const sent = createReadStream(file);
    // Also fires when the client disconnects midway.
    sent.once("close", () => void remove());
    return { body: Readable.toWeb(sent) as ReadableStream<Uint8Array>, bytes };
  });
}
