import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { copyPhoto, type PhotoKind } from "#platform/pictures/photo.server.ts";
import { isVideo } from "#platform/pictures/kinds.ts";
import type { Photo } from "./originals.server.ts";

/**
 * A full-size JPEG of a photo without time, camera or place, to give away. The original is unchanged.
 * @param options.keepGps the sender chose to include where it was taken, if known
 * @throws AppError invalid for a video, which may contain its location in unknown places
 */
export async function stripped(photo: Photo, { keepGps }: { readonly keepGps: boolean }): Promise<Buffer> {
  if (isVideo(photo.kind))
    throw new AppError("invalid", "This video can’t be shared without its camera data.");
  return copyPhoto(
    () => installation().files.get(photo.file),
    photo.kind as PhotoKind,
    keepGps && photo.position ? photo.position : undefined,
  );
}
