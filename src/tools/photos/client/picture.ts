import type { LoaderFunctionArgs } from "react-router";
import { photoToShare, sendPicture } from "#ground/media/public.server.ts";
import { atPaper } from "#ground/papers/public.server.ts";
import { GALLERY, getGallery, readGallery } from "../gallery/galleries.server.ts";

/** A picture of a gallery that its page still shows: `…/{sha256}/thumb`, `/screen`. Without metadata. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { sha256 = "", size = "" } = args.params;
  return sendPicture(
    () =>
      atPaper(args, GALLERY, async (ctx, paper) => {
        const gallery = await getGallery(ctx, paper.thingId);
        const { photos } = await readGallery(ctx, gallery, [sha256]);
        return photos.length > 0 ? await photoToShare(ctx, gallery.jobId, sha256) : undefined;
      }),
    size === "screen" ? size : "thumb",
  );
}
