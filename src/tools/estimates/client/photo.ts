import type { LoaderFunctionArgs } from "react-router";
import { photoToShare, sendPicture } from "#ground/media/public.server.ts";
import { atPaper } from "#ground/papers/public.server.ts";
import { PAPER, versionOfPaper } from "../stored/estimates.server.ts";

/** A photo on the client's page, as it was sent: `…/photos/{sha256}/thumb`, `/screen`. Without metadata. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { sha256 = "", size = "" } = args.params;
  return sendPicture(
    () =>
      atPaper(args, PAPER, async (ctx, paper) => {
        const { photos } = (await versionOfPaper(ctx, paper.id)).content;
        return photos.some((one) => one.sha256 === sha256)
          ? await photoToShare(ctx, paper.jobId, sha256)
          : undefined;
      }),
    size === "screen" ? size : "thumb",
  );
}
