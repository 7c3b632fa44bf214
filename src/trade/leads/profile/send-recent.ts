import type { LoaderFunctionArgs } from "react-router";
import { suspendedSince } from "#ground/businesses/public.server.ts";
import { sendPicture } from "#ground/media/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { jobPhotoOnPage } from "./work-photos.server.ts";
import { readRecentToken, RECENT_SIZES, recentPicture } from "./recent-work.server.ts";

/** A gray pixel, for emails that were sent while the picture could be shown. */
const NOTHING = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGO4AAAA0gDR29kOtwAAAABJRU5ErkJggg==",
  "base64",
);

/** Nobody may store it: the next request has to ask whether it may still be shown. */
const HEADERS = {
  "Cache-Control": "no-store",
  // Webmail pages embed it from other origins.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/**
 * A picture of recent work at `/picture/recent/{token}/{thumb|screen|mail}`, with what was drawn on it and
 * without metadata. 410 once its client no longer agrees, or it was hidden, deleted or erased; 404 for an
 * address that we never made.
 */
export async function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  const known = readRecentToken(params["token"] ?? "");
  const size = Object.hasOwn(RECENT_SIZES, params["size"] ?? "")
    ? (params["size"] as keyof typeof RECENT_SIZES)
    : undefined;
  let isGone = false;
  const answer = await sendPicture(
    async () => {
      if (!known || !size) return undefined;
      const shownIn = RECENT_SIZES[size];
      const photo = await withAccount(known.accountId, async (ctx) => {
        if (await suspendedSince(ctx)) return undefined;
        const consented = await recentPicture(ctx, known.id, shownIn);
        return consented ?? (shownIn === "page" ? jobPhotoOnPage(ctx, known.id) : undefined);
      });
      isGone = photo === undefined;
      return photo;
    },
    // Mail programs know JPEG; not all know WebP.
    size === "mail" ? "report" : (size ?? ""),
    HEADERS,
  );
  return isGone
    ? new Response(NOTHING, { status: 410, headers: { ...HEADERS, "Content-Type": "image/png" } })
    : answer;
}
