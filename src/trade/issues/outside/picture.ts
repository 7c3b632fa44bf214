import type { LoaderFunctionArgs } from "react-router";
import { photoToShare, sendPicture } from "#ground/media/public.server.ts";
import { atFirmLink, photosOfFirm } from "./page.server.ts";

/** A picture that a firm's page shows: `…/{sha256}/thumb`, `/screen`. Without metadata. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { sha256 = "", size = "" } = args.params;
  return sendPicture(
    () =>
      atFirmLink(args, async (ctx, place) => {
        const { issues } = await photosOfFirm(ctx, place);
        const isShown = issues.some(({ shots }) => shots.some((shot) => shot.sha256 === sha256));
        return isShown ? photoToShare(ctx, place.jobId, sha256) : undefined;
      }),
    size === "screen" ? size : "thumb",
  );
}
