import { photosToShare, type SharedPhoto } from "#ground/media/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Estimate } from "../rules/estimate.ts";

/**
 * An estimate as it can be shown now, and the pictures of its photos. A photo that is still on its way to the
 * server is left out: it doesn't hold up a sending, and comes with the next version.
 * @param others photos that may have arrived too, such as hidden ones
 */
export async function withPictures(
  ctx: AccountContext,
  job: string,
  estimate: Estimate,
  others: readonly { readonly sha256: string }[] = [],
): Promise<{
  readonly shown: Estimate;
  readonly pictures: readonly SharedPhoto[];
  readonly arrived: ReadonlySet<string>;
}> {
  const arrived = await photosToShare(ctx, job, [
    ...new Set([...estimate.photos, ...others].map(({ sha256 }) => sha256)),
  ]);
  const pictures = arrived.filter(({ derivatives: { thumb, screen, report } }) => thumb && screen && report);
  const ids = new Set(pictures.map(({ sha256 }) => sha256));
  const isShown = new Set(estimate.photos.map(({ sha256 }) => sha256));
  return {
    shown: { ...estimate, photos: estimate.photos.filter(({ sha256 }) => ids.has(sha256)) },
    pictures: pictures.filter(({ sha256 }) => isShown.has(sha256)),
    arrived: ids,
  };
}
