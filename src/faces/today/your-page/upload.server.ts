import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pictureExtension } from "#ground/businesses/public.server.ts";
import { type DrawnWork, drawWorkPhoto, MOST_WORK_PHOTOS } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { receiveFiles, type UploadInFolder } from "#platform/http/request/upload.server.ts";
import { drawUploaded, UPLOADED_PHOTO_BYTES } from "#platform/pictures/uploaded.server.ts";

/** Longest side in pixels: twice the largest size on a page. */
const FACE_SIDE = 240;

const refuse = (field: string, message: string, cause?: unknown) =>
  new AppError("invalid", message, { fields: { [field]: message }, cause });

/** Names the photo that was refused, if several were sent. */
async function named<T>(
  field: string,
  files: readonly UploadInFolder[],
  { name }: UploadInFolder,
  work: () => Promise<T>,
) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    throw refuse(field, files.length > 1 ? `${name}: ${error.message}` : error.message, error);
  }
}

/** Receives photos into a folder of their own, which is removed afterwards. */
async function withPhotos<T>(
  request: Request,
  { field, most }: { readonly field: string; readonly most: number },
  work: (files: readonly UploadInFolder[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-page-"));
  try {
    const received = await receiveFiles(request, folder, {
      field,
      most: UPLOADED_PHOTO_BYTES,
      mostFiles: most,
    });
    if (received === "too large")
      throw refuse(
        field,
        "That photo is larger than 25\u00a0MB. Nothing was saved. Please choose a smaller one.",
      );
    if (received === "too many")
      throw refuse(field, `Your page has room for ${most} pictures. Nothing was saved. Please choose fewer.`);
    if (!received.length) throw refuse(field, "Choose a photo first.");
    return await work(received);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Reads the photo of a face from a posted form, field `face`, and stores a smaller copy.
 * @returns its key in the file store
 * @throws AppError invalid, with a message for the field
 */
export const receiveFace = (accountId: string, request: Request): Promise<string> =>
  withPhotos(request, { field: "face", most: 1 }, async (files) => {
    const [photo] = files;
    const drawn = await named("face", files, photo!, () =>
      drawUploaded(() => readFile(photo!.path), photo!.bytes, { face: FACE_SIDE }, now()),
    );
    return installation().files.put(accountId, drawn.face.bytes, pictureExtension("face"));
  });

/** Reads pictures of recent work from a posted form, field `work`. As receiveFace(). */
export const receiveWork = (accountId: string, request: Request): Promise<DrawnWork[]> =>
  withPhotos(request, { field: "work", most: MOST_WORK_PHOTOS }, async (files) => {
    const drawn: DrawnWork[] = [];
    for (const photo of files)
      drawn.push(
        await named("work", files, photo, () =>
          drawWorkPhoto(accountId, () => readFile(photo.path), photo.bytes),
        ),
      );
    return drawn;
  });
