import { isId, withAccount } from "#platform/db/scope.server.ts";
import { openUploads, UploadRefused, type Uploads } from "#platform/uploads/uploads.server.ts";
import { type Caller, callerOf } from "./caller.server.ts";
import { findOriginal, heldIn } from "./data.server.ts";
import { isOpen, receiveOriginal, tooLargePhoto } from "./receive.server.ts";
import { isSha256, MOST_PHOTO_BYTES, MOST_UNFINISHED, MOST_UNFINISHED_BYTES, MOST_VIDEO_BYTES, UNFINISHED_DAYS } from "./rules.ts";

/** Where uploads are begun. */
export const UPLOADS_PATH = "/account/media/uploads";

let open: Uploads | undefined;

/** Says where unfinished uploads lie; called once by the start, and by tests. */
export function useUploadFolder(folder: string): void {
  open = openUploads<Caller>({
    path: UPLOADS_PATH,
    folder,
    admit: callerOf,
    mayTouch({ accountId }, id) {
      if (!id.startsWith(`${accountId}.`)) throw new UploadRefused(404, "not_found", "There is no such upload. Begin it again.");
    },
    async begin(caller, { size, notes }) {
      const { account, sha256, job, posterOf, type } = notes;
      if (account !== undefined && account !== caller.accountId)
        throw new UploadRefused(409, "elsewhere", "This browser is in another business by now. Switch back to send what was made there.");
      if (!isSha256(sha256) || (job !== undefined && !isId(job)) || (posterOf !== undefined && !isSha256(posterOf)))
        throw new UploadRefused(422, "invalid", "This upload does not say what it is.");
      if (caller.jobId && job !== undefined && job !== caller.jobId) throw new UploadRefused(404, "not_found", "There is no such job.");
      if (size > MOST_VIDEO_BYTES)
        throw new UploadRefused(
          413,
          "too_large",
          "This file is larger than 500 MB, which is the most we can take in. It stays on this device.",
        );
      if (type?.startsWith("image/") && size > MOST_PHOTO_BYTES) throw new UploadRefused(413, "too_large", tooLargePhoto);
      const id = `${caller.accountId}.${sha256}`;
      if ((await heldIn(caller.accountId, [sha256])).length) throw new UploadRefused(409, "held", "We have this file already.");
      await leaveRoom(caller.accountId, id, size);
      const jobId = job ?? caller.jobId;
      return { id, notes: { by: caller.userId, ...(jobId ? { job: jobId } : {}), ...(posterOf ? { posterOf } : {}) } };
    },
    async held({ accountId }, id) {
      const sha256 = id.slice(accountId.length + 1);
      if (!(await heldIn(accountId, [sha256])).length) return undefined;
      return (await withAccount(accountId, (ctx) => findOriginal(ctx, sha256)))?.bytes;
    },
    isWanted: (id) => isOpen(id.split(".")[0]!),
    finish: receiveOriginal,
  });
}

function uploads(): Uploads {
  if (!open) throw new Error("no folder for uploads: the start has not called useUploadFolder");
  return open;
}

/** One account may not fill the disk of all. */
async function leaveRoom(accountId: string, id: string, size: number): Promise<void> {
  const { kept } = uploads();
  const others = (await kept.names(`${accountId}.`)).filter((name) => name !== id);
  let bytes = size;
  if (others.length + 1 > MOST_UNFINISHED / 2) for (const name of others) bytes += (await kept.find(name))?.size ?? 0;
  if (others.length >= MOST_UNFINISHED || bytes > MOST_UNFINISHED_BYTES)
    throw new UploadRefused(429, "too_many", "Too many uploads are begun and not finished. Let some of them finish first.", 60);
}

/** Answers a request for uploads. */
export const answerUpload: Uploads["answer"] = (incoming, outgoing, url) => uploads().answer(incoming, outgoing, url);

/** Finishes what is whole, and removes what nobody went on with for days, or whose account is no more. */
export async function sweepUploads(now: Temporal.Instant): Promise<void> {
  await uploads().sweep(now, UNFINISHED_DAYS);
}
