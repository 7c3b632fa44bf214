import { open, readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import { now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { hashOfFile } from "#platform/files/hash.server.ts";
import { HEAD_BYTES, sniff, isVideo } from "#platform/pictures/kinds.ts";
import { type PhotoKind, readPhoto } from "#platform/pictures/photo.server.ts";
import { readVideo } from "#platform/pictures/video.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import type { Begun } from "#platform/uploads/upload-files.server.ts";
import { UploadRefused } from "#platform/uploads/uploads.server.ts";
import { drawTask } from "./derivatives.server.ts";
import { storageExtension } from "./file-extension.ts";
import { isSha256, parseUploadName, MOST_PHOTO_BYTES } from "./rules.ts";
import { mediaJobs, mediaOriginals } from "./tables.server.ts";

/**
 * Finishes an upload: verifies hash and format, stores the file, and only then inserts its row. A crash at
 * any point leaves the upload as it was, so it can be repeated.
 * @throws UploadRefused with a message for the person who took the photo
 */
export async function receiveOriginal(upload: Begun): Promise<void> {
  const { accountId, sha256 } = parseUploadName(upload.id);
  const found = await hashOfFile(upload.file);
  if (found.sha256 !== sha256)
    throw new UploadRefused(
      422,
      "wrong_hash",
      "This file didn’t arrive intact. We’ll send it again from the start.",
    );
  const facts = await read(upload);
  const { job, posterOf, by } = upload.notes;
  if (!(await isOpen(accountId))) throw new UploadRefused(404, "not_found", "This business is closed.");
  const file = await installation().files.putFile(accountId, upload.file, storageExtension(facts.kind));
  await withAccount(accountId, async ({ db, now: receivedAt }) => {
    const isPhoto = !isVideo(facts.kind);
    const [fresh] = await db
      .insert(mediaOriginals)
      .values({
        accountId,
        sha256,
        file,
        bytes: found.bytes,
        ...facts,
        posterOf: isPhoto && isSha256(posterOf) ? posterOf : null,
        uploadedBy: by ?? null,
        receivedAt,
        state: isPhoto ? "waiting" : "ready",
      })
      .onConflictDoNothing()
      .returning({ sha256: mediaOriginals.sha256 });
    if (job) await db.insert(mediaJobs).values({ accountId, jobId: job, sha256 }).onConflictDoNothing();
    // A poster is visible on the same jobs as its video.
    if (isPhoto && isSha256(posterOf))
      await db.execute(sql`insert into media_jobs (account_id, job_id, sha256)
        select account_id, job_id, ${sha256} from media_jobs where account_id = ${accountId} and sha256 = ${posterOf} on conflict do nothing`);
    if (fresh && isPhoto) await enqueue(db, drawTask, { accountId, sha256 });
  });
}

/** Whether a business exists. For a closed one nothing is stored any more. */
export function isOpen(accountId: string): Promise<boolean> {
  return withAccount(accountId, async ({ db }) => {
    const { rows } = await db.execute(sql`select 1 from businesses_accounts where account_id = ${accountId}`);
    return rows.length > 0;
  });
}

type Facts = Pick<
  typeof mediaOriginals.$inferInsert,
  | "kind"
  | "width"
  | "height"
  | "durationMs"
  | "takenAt"
  | "takenLocal"
  | "isIncomplete"
  | "camera"
  | "latitude"
  | "longitude"
  | "accuracy"
>;

async function read(upload: Begun): Promise<Facts> {
  const { kind } = sniff(await readHead(upload.file));
  if (kind === null)
    throw new UploadRefused(
      422,
      "refused",
      "This file isn’t a photo or video we can open. We support JPEG, PNG, WebP, HEIC, AVIF, and GIF photos, and MP4, MOV, 3GP, and WebM videos.",
    );
  try {
    if (kind === "webm") return { kind };
    if (isVideo(kind)) return { kind, ...(await readVideo(upload.file, now())) };
    if (upload.size > MOST_PHOTO_BYTES) throw new UploadRefused(413, "too_large", tooLargePhoto);
    const photo = await readPhoto(() => readFile(upload.file), kind as PhotoKind, now());
    const { width, height, takenAt, takenLocal, isIncomplete, camera, position } = photo;
    return { kind, width, height, takenAt, takenLocal, isIncomplete, camera, ...position };
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid")
      throw new UploadRefused(422, "refused", error.message);
    throw error;
  }
}

export const tooLargePhoto = "This photo is larger than 50 MB, which is our limit. It stays on this device.";

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
