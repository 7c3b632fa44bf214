import type { LoaderFunctionArgs } from "react-router";
import { photoToShare, sendPicture } from "#ground/media/public.server.ts";
import { atPaper } from "#ground/papers/public.server.ts";
import { findStoredRecord } from "#ground/sync/public.server.ts";
import { CONSENT } from "../rules.ts";
import { isTakenAway, photosOfAsk } from "../stored.server.ts";

/** A photo on a request's page, with what is drawn on it now: `…/photos/{sha256}/thumb`, `/screen`. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { sha256 = "", size = "" } = args.params;
  return sendPicture(
    () =>
      atPaper(args, CONSENT, async (ctx, paper) => {
        const asked = (await photosOfAsk(ctx, paper.thingId)).find((one) => one.sha256 === sha256);
        const record = asked && (await findStoredRecord(ctx, asked.photoId));
        if (!asked || (record && isTakenAway(record))) return undefined;
        return photoToShare(ctx, paper.jobId, sha256);
      }),
    size === "screen" ? size : "thumb",
  );
}
