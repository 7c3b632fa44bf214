import { type Photo, photosOf } from "#ground/media/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Estimate } from "../rules/estimate.ts";

/**
 * An estimate as it can be shown now, and the pictures of its photos. A photo that is still on its way to the
 * server is left out: it doesn't hold up a sending, and comes with the next version.
 */
export async function withPictures(
  ctx: AccountContext,
  estimate: Estimate,
): Promise<{ readonly shown: Estimate; readonly pictures: readonly Photo[] }> {
  const arrived = await photosOf(
    ctx,
    estimate.photos.map(({ sha256 }) => sha256),
  );
  const pictures = arrived.filter(({ derivatives: { thumb, screen, report } }) => thumb && screen && report);
  const ids = new Set(pictures.map(({ sha256 }) => sha256));
  return {
    shown: { ...estimate, photos: estimate.photos.filter(({ sha256 }) => ids.has(sha256)) },
    pictures,
  };
}
