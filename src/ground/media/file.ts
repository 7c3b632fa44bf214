import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { LoaderFunctionArgs } from "react-router";
import { actingRole, inAccount, readsConfidential } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { metadataToBlank, type Patch, patched } from "#platform/pictures/camera/video-metadata.server.ts";
import { isVideo, MIME } from "#platform/pictures/kinds.ts";
import { maySee, photoOf, type Photo } from "./originals.server.ts";
import { stripped } from "./strip-metadata.server.ts";
import { fileExtension } from "./file-extension.ts";
import { isSha256, rangeOf } from "./rules.ts";
import { lockedHeaders, refuseFile, sendPicture } from "./send-picture.server.ts";
import { asItIs, photoToShare, type SharedPhoto } from "./shared-photos.server.ts";

/**
 * Serves an original or a derivative. Nothing in it may run, and only the requester's browser may cache it.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { sha256 = "", what = "" } = args.params;
  // Send the file after the transaction, which must not wait for a slow reader.
  const seen = await inAccount(args, "job.work", async (ctx) =>
    (await maySee(ctx, sha256))
      ? {
          account: ctx.account.id,
          isReader: readsConfidential(ctx),
          guestOf: actingRole(ctx) === "guest" ? (ctx.member?.jobId ?? null) : undefined,
        }
      : undefined,
  );
  try {
    if (!seen || !isSha256(sha256)) throw absent();
    const { account, guestOf, isReader } = seen;
    const isGuest = guestOf !== undefined;
    const { photo, shown } = await withAccount(account, async (ctx) => {
      const found = await photoOf(ctx, sha256, isReader);
      if (!found) throw absent();
      return {
        photo: found,
        shown: isGuest ? await photoToShare(ctx, guestOf, sha256) : asItIs(account, found),
      };
    });
    if (!shown) throw absent();
    const cached = shown.overlay ? CACHED_WITH_MARKS : CACHED;
    if (what !== "original") return await sendPicture(() => Promise.resolve(shown), what, cached);
    return isGuest && !isVideo(photo.kind)
      ? await forGuest(shown, cached)
      : await original(args.request, photo, isGuest);
  } catch (error) {
    return refuseFile(error);
  }
}

const absent = () => new AppError("not_found", "Page not found.");

// The address contains the content's hash, so it never changes. Private, so only this browser caches it.
const CACHED = { "Cache-Control": "private, max-age=31536000, immutable" };

// Somebody may draw or blur more.
const CACHED_WITH_MARKS = { "Cache-Control": "private, no-cache" };

/** A photo at full size without the camera's metadata on place and time, which belong to the business. */
async function forGuest(photo: SharedPhoto, cached: Readonly<Record<string, string>>): Promise<Response> {
  const bytes = await stripped(photo, { keepGps: false });
  const disposition = contentDisposition("attachment", `${photo.sha256.slice(0, 12)}.jpg`);
  return new Response(new Uint8Array(bytes), {
    headers: lockedHeaders({
      ...cached,
      "Content-Type": "image/jpeg",
      "Content-Disposition": disposition,
      "Content-Length": String(bytes.length),
    }),
  });
}

/** Patches that blank a video's place, time and camera for guests. WebM has no such metadata. */
async function metadataPatches({ file, bytes, kind }: Photo): Promise<readonly Patch[]> {
  if (kind !== "mp4" && kind !== "mov") return [];
  const { files } = installation();
  return metadataToBlank(
    async (first, last) => await buffer(await files.stream(file, { first, last })),
    bytes,
  );
}

async function original(request: Request, photo: Photo, isGuest: boolean): Promise<Response> {
  const { bytes, kind, file, sha256 } = photo;
  const part = rangeOf(request.headers.get("range"), bytes);
  const headers = lockedHeaders({
    ...CACHED,
    "Content-Type": MIME[kind],
    // A video plays in place; a photo is downloaded.
    "Content-Disposition": contentDisposition(
      isVideo(kind) ? "inline" : "attachment",
      `${sha256.slice(0, 12)}.${fileExtension(kind)}`,
    ),
    "Accept-Ranges": "bytes",
  });
  if (part === null)
    return new Response(null, {
      status: 416,
      headers: lockedHeaders({ "Content-Range": `bytes */${bytes}` }),
    });
  const patches = isGuest ? await metadataPatches(photo) : [];
  const stored = await installation().files.stream(file, part);
  const stream =
    patches.length > 0
      ? Readable.from(patched(stored, part?.first ?? 0, patches), { objectMode: false })
      : stored;
  // Also closes the file if the client disconnects before the first byte.
  stream.once("close", () => stored.destroy());
  const length = part ? part.last - part.first + 1 : bytes;
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      "Content-Length": String(length),
      ...(part ? { "Content-Range": `bytes ${part.first}-${part.last}/${bytes}` } : {}),
    },
  });
}
