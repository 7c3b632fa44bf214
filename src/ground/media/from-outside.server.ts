import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { hashOfFile } from "#platform/files/hash.server.ts";
import { receiveFiles } from "#platform/http/request/upload.server.ts";
import { isVideo, MIME } from "#platform/pictures/kinds.ts";
import { UploadRefused } from "#platform/uploads/uploads.server.ts";
import { findOriginal } from "./originals.server.ts";
import { receiveOriginal } from "./receive.server.ts";
import { MOST_PHOTO_BYTES } from "./rules.ts";
import { roomOf } from "./storage-limit.server.ts";

/** A photo that somebody without an account sent with a form. */
export interface OutsidePhoto {
  readonly sha256: string;
  readonly type: string;
  readonly takenAt: Temporal.Instant | null;
  /** The camera's local time, ISO without a zone; read it in the job's zone if `takenAt` is null. */
  readonly takenLocal: string | null;
}

/**
 * Receives the photos of a form that somebody without an account posted, and stores them for a job. Call it
 * outside of any transaction, after checking that they may. A photo that was sent before is the same one.
 * @param field of the files @param texts gets the other fields of the form
 * @throws AppError invalid, with a message for the field `field`
 */
export async function receivePhotos(
  request: Request,
  { accountId, job, field, most }: { accountId: string; job: string; field: string; most: number },
  texts: Map<string, string>,
): Promise<OutsidePhoto[]> {
  const refuse = (message: string) => new AppError("invalid", message, { fields: { [field]: message } });
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-photos-"));
  try {
    const limits = { field, most: MOST_PHOTO_BYTES, mostFiles: most, texts };
    const received = await receiveFiles(request, folder, limits);
    if (received === "too large") throw refuse("That photo is larger than 50\u00a0MB. Choose another one.");
    if (received === "too many") throw refuse(`Send up to ${most} photos at a time.`);
    const room = received.length > 0 ? await roomOf(accountId) : null;
    const bytes = received.reduce((sum, file) => sum + file.bytes, 0);
    if (room && room.used + bytes > room.most)
      throw refuse("The business is out of room for photos. Call them, or send it without photos.");
    const photos: OutsidePhoto[] = [];
    for (const file of received) {
      const stored = await storePhoto(accountId, file, { job }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === "invalid" ? refuse(error.message) : error;
      });
      photos.push(stored);
    }
    return photos;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stores one photo that didn’t come from a device of ours. Outside of any transaction; may be repeated.
 * @param notes.job the job that it is of, if that is known already
 * @throws AppError invalid with a message about the photo
 */
export async function storePhoto(
  accountId: string,
  file: { readonly path: string; readonly bytes: number },
  notes: { readonly job?: string } = {},
): Promise<OutsidePhoto> {
  const invalid = (message: string) => new AppError("invalid", message);
  const { sha256 } = await hashOfFile(file.path);
  await receiveOriginal({
    ...{ id: `${accountId}.${sha256}`, file: file.path, size: file.bytes, offset: file.bytes },
    ...{ begunAt: now(), notes },
  }).catch((error: unknown) => {
    throw error instanceof UploadRefused ? invalid(error.message) : error;
  });
  const stored = await withAccount(accountId, (ctx) => findOriginal(ctx, sha256));
  if (!stored) throw invalid("This photo didn’t arrive complete. Send it again.");
  if (isVideo(stored.kind)) throw invalid("That’s a video. Send photos.");
  const { kind, takenAt, takenLocal } = stored;
  return { sha256, type: MIME[kind], takenAt, takenLocal };
}
