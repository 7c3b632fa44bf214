import { AppError } from "#platform/errors/app-error.ts";
import { copyPhoto, type PhotoKind } from "#platform/pictures/photo.server.ts";
import { isVideo } from "#platform/pictures/kinds.ts";
import type { SharedPhoto } from "./shared-photos.server.ts";

/**
 * A full-size JPEG of a photo without time, camera or place, with its marks, to give away. The original is
 * unchanged.
 * @param options.keepGps the sender chose to include where it was taken, if known
 * @throws AppError invalid for a video, which may contain its location in unknown places
 */
export async function stripped(
  photo: SharedPhoto,
  { keepGps }: { readonly keepGps: boolean },
): Promise<Buffer> {
  if (isVideo(photo.kind))
    throw new AppError("invalid", "This video can’t be shared without its camera data.");
  return copyPhoto(photo.fetchOriginal, photo.kind as PhotoKind, {
    position: keepGps && photo.position ? photo.position : undefined,
    overlay: photo.overlay ?? undefined,
  });
}
