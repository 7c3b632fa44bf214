import { isId, withAccount } from "#platform/db/scope.server.ts";
import { openUploads, UploadRefused, type Uploads } from "#platform/uploads/uploads.server.ts";
import { type Caller, callerOf } from "./caller.server.ts";
import { findOriginal, storedHashesFor } from "./originals.server.ts";
import { isOpen, receiveOriginal, tooLargePhoto } from "./receive.server.ts";
import { storageFullMessage, roomOf } from "./storage-limit.server.ts";
import {
  isSha256,
  parseUploadName,
  MOST_PHOTO_BYTES,
  MOST_UNFINISHED,
  MOST_UNFINISHED_BYTES,
  MOST_VIDEO_BYTES,
  UNFINISHED_DAYS,
} from "./rules.ts";

export const UPLOADS_PATH = "/account/media/uploads";

let open: Uploads | undefined;

/** Sets the folder of unfinished uploads. Called once at startup, and by tests. */
export function setUploadFolder(folder: string): void {
  open = openUploads<Caller>({
    path: UPLOADS_PATH,
    folder,
    admit: callerOf,
    keptAs({ accountId, userId }, address) {
      const [account, sha256] = address.split(".");
      if (account !== accountId || !isSha256(sha256))
        throw new UploadRefused(404, "not_found", "That upload doesn’t exist. Start again.");
      return `${accountId}-${userId}.${sha256}`;
    },
    addressOf(name) {
      const { accountId, sha256 } = parseUploadName(name);
      return `${accountId}.${sha256}`;
    },
    async begin(caller, { size, notes }) {
      const { account, sha256, job, posterOf, type } = notes;
      if (account !== undefined && account !== caller.accountId)
        throw new UploadRefused(
          409,
          "elsewhere",
          "This browser has switched to another business. Switch back to send what was made there.",
        );
      if (
        !isSha256(sha256) ||
        (job !== undefined && !isId(job)) ||
        (posterOf !== undefined && !isSha256(posterOf))
      )
        throw new UploadRefused(422, "invalid", "This upload is missing its details or has bad ones.");
      if (caller.isGuest && job !== undefined && job !== caller.jobId)
        throw new UploadRefused(404, "not_found", "That job doesn’t exist.");
      if (size > MOST_VIDEO_BYTES)
        throw new UploadRefused(
          413,
          "too_large",
          "This file is larger than 500 MB, which is our limit. It stays on this device.",
        );
      if (type?.startsWith("image/") && size > MOST_PHOTO_BYTES)
        throw new UploadRefused(413, "too_large", tooLargePhoto);
      const id = `${caller.accountId}-${caller.userId}.${sha256}`;
      if ((await storedHashesFor(caller, [sha256])).length)
        throw new UploadRefused(409, "held", "We already have this file.");
      await checkRoom(caller, id, size);
      const jobId = job ?? caller.jobId;
      return {
        id,
        notes: { by: caller.userId, ...(jobId ? { job: jobId } : {}), ...(posterOf ? { posterOf } : {}) },
      };
    },
    async held(caller, id) {
      const { sha256 } = parseUploadName(id);
      if (!(await storedHashesFor(caller, [sha256])).length) return undefined;
      return (await withAccount(caller.accountId, (ctx) => findOriginal(ctx, sha256)))?.bytes;
    },
    isWanted: (id) => isOpen(parseUploadName(id).accountId),
    finish: receiveOriginal,
  });
}

function uploads(): Uploads {
  if (!open) throw new Error("no folder for uploads: the start has not called setUploadFolder");
  return open;
}

/** Prevents one account from filling the disk with unfinished or stored uploads. */
async function checkRoom({ accountId, isGuest }: Caller, id: string, size: number): Promise<void> {
  const { kept } = uploads();
  const others = (await kept.names(accountId)).filter((name) => name !== id);
  const room = await roomOf(accountId);
  let begun = size;
  const mayBeTooMuch = room.used + size + others.length * MOST_VIDEO_BYTES > room.most;
  if (mayBeTooMuch || others.length + 1 > MOST_UNFINISHED / 2)
    for (const name of others) begun += (await kept.find(name))?.size ?? 0;
  if (others.length >= MOST_UNFINISHED || begun > MOST_UNFINISHED_BYTES)
    throw new UploadRefused(429, "too_many", "Too many uploads are in progress. Let some finish first.", 60);
  if (room.used + begun > room.most)
    throw new UploadRefused(507, "no_room", storageFullMessage(room, isGuest));
}

export const answerUpload: Uploads["answer"] = (incoming, outgoing, url) =>
  uploads().answer(incoming, outgoing, url);

/** Finishes complete uploads, and deletes those abandoned for days or whose account is gone. */
export async function sweepUploads(now: Temporal.Instant): Promise<void> {
  await uploads().sweep(now, UNFINISHED_DAYS);
}
