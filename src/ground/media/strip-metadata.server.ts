import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { copyPhoto, type PhotoKind } from "#platform/pictures/photo.server.ts";
import { isVideo } from "#platform/pictures/kinds.ts";
import type { Photo } from "./originals.server.ts";

/**
 * A full-size copy of a photo to give away: a JPEG without time, camera or place. The original stays as it
 * is.
 * @param options.keepGps the sender chose that it says where it was taken, where that is known
 * @throws AppError invalid for a video, which may say where it was taken in places that we don't know
 */
export async function stripped(photo: Photo, { keepGps }: { readonly keepGps: boolean }): Promise<Buffer> {
  if (isVideo(photo.kind))
    throw new AppError("invalid", "A video can't be shared without what its camera noted in it.");
  return copyPhoto(
    () => installation().files.get(photo.file),
    photo.kind as PhotoKind,
    keepGps && photo.position ? photo.position : undefined,
  );
}
