import type { LoaderFunctionArgs } from "react-router";
import { photoToShare, sendPicture } from "#ground/media/public.server.ts";
import { atPaper } from "#ground/papers/public.server.ts";
import { picturesShown } from "../content/shown-now.server.ts";
import { publishedOf } from "../package.server.ts";
import { CLOSEOUT } from "../paper/make.server.ts";

/** A picture of any version: `…/photos/{sha256}/thumb`, `/screen`. Without metadata, with its marks. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { sha256 = "", size = "" } = args.params;
  return sendPicture(
    () =>
      atPaper(args, CLOSEOUT, async (ctx, { thingId: jobId }) => {
        for (const { page } of await publishedOf(ctx, jobId))
          if ((await picturesShown(ctx, jobId, page, [sha256])).has(sha256))
            return photoToShare(ctx, jobId, sha256);
        return undefined;
      }),
    size === "thumb" ? size : "screen",
  );
}
