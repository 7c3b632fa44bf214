import type { LoaderFunctionArgs } from "react-router";
import { photoToShare, sendPicture } from "#ground/media/public.server.ts";
import { atPaper } from "#ground/papers/public.server.ts";
import { getReport } from "../data.server.ts";
import { photosShown } from "./shown-now.server.ts";
import { REPORT } from "../mail/send.server.ts";

/** A photo of a report's page: `…/photos/{sha256}/thumb`, `/screen`. Without metadata, with its marks. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { sha256 = "", size = "" } = args.params;
  return sendPicture(
    () =>
      atPaper(args, REPORT, async (ctx, { thingId }) => {
        const report = await getReport(ctx, thingId);
        const isShown = (await photosShown(ctx, report, [sha256])).has(sha256);
        return isShown ? await photoToShare(ctx, report.jobId, sha256) : undefined;
      }),
    size === "thumb" ? size : "screen",
  );
}
