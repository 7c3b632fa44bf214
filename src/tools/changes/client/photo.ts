import type { LoaderFunctionArgs } from "react-router";
import { photoToShare, sendPicture } from "#ground/media/public.server.ts";
import { atPaper } from "#ground/papers/public.server.ts";
import { PAPER, versionOfPaper } from "../stored/changes.server.ts";

/** A photo on an approver's page, as it was sent: `…/photos/{sha256}/thumb`, `/screen`. Without metadata. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { sha256 = "", size = "" } = args.params;
  return sendPicture(
    () =>
      atPaper(args, PAPER, async (ctx, paper) => {
        const { sheet } = (await versionOfPaper(ctx, paper.id)).version;
        return sheet.photos.includes(sha256) ? await photoToShare(ctx, paper.jobId, sha256) : undefined;
      }),
    size === "screen" ? size : "thumb",
  );
}
