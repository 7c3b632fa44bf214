import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import { jobsOfPhotos, photosToShare, type SharedPhoto } from "#ground/media/public.server.ts";
import { findStoredRecords } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { renderJpeg } from "#platform/pdf/render.server.ts";
import { smallerJpeg } from "#platform/pictures/photo.server.ts";
import { consentsOf, isTakenAway } from "../consent/stored.server.ts";
import { photoId } from "../rules/ids.ts";
import { CLIENT_REFUSED, mayPost } from "../rules/may-post.ts";
import { stageLabel } from "../rules/photo.ts";
import { FORMATS } from "./layout.ts";
import { pictureOf } from "./picture.ts";
import type { AskedPost } from "./schema.ts";

/** Enough for a story; the picture is encoded once more afterwards. */
const SOURCE = { side: 1600, quality: 92 } as const;

interface FoundPhoto {
  readonly shared: SharedPhoto;
}

export interface FoundPost {
  readonly asked: AskedPost;
  /** In the order of the address. */
  readonly photos: readonly FoundPhoto[];
  readonly line: string;
  /** Whether a client wasn't asked about posts yet. */
  readonly mustAsk: boolean;
  readonly business: Awaited<ReturnType<typeof getBusiness>>;
}

/**
 * The photos of a picture to post, in a transaction. A photo of several jobs is hidden, marked and refused by
 * what is known of it on any of them.
 * @throws AppError not_found, also for hidden and deleted photos; conflict if a client doesn't agree to
 * posts; unavailable while a photo isn't rendered
 */
export async function findPost(ctx: AccountContext, asked: AskedPost | null): Promise<FoundPost> {
  const hashes = [asked?.photo, asked?.other].filter((one) => one !== undefined);
  const shared = await photosToShare(ctx, null, hashes);
  const jobs = Map.groupBy(await jobsOfPhotos(ctx, hashes), ({ sha256 }) => sha256);
  const isOnJob = (sha256: string) => jobs.get(sha256)?.some(({ job }) => job === asked?.job) === true;
  if (!asked || shared.length < hashes.length || !hashes.every(isOnJob))
    throw new AppError("not_found", "We don’t have that photo yet. Its phone may still be uploading it.");
  const may = await Promise.all(
    shared.map((photo) =>
      mayShow(
        ctx,
        photo,
        jobs.get(photo.sha256)!.map(({ job }) => job),
      ),
    ),
  );
  if (may.includes("no")) throw new AppError("conflict", CLIENT_REFUSED);
  const business = await getBusiness(ctx);
  const line = asked.line ?? business.phone ?? "";
  const photos = shared.map((photo) => ({ shared: photo }));
  return { asked, photos, line, mustAsk: may.includes("ask"), business };
}

async function mayShow(ctx: AccountContext, shared: SharedPhoto, jobs: readonly string[]) {
  const ids = jobs.map((job) => photoId(job, shared.sha256));
  if ((await findStoredRecords(ctx, ids)).some(isTakenAway))
    throw new AppError("not_found", "That photo was hidden or deleted.");
  if (!shared.derivatives.screen)
    throw new AppError("unavailable", "This photo is still being processed. Try again in a moment.");
  return mayPost((await consentsOf(ctx, ids)).map(({ consent }) => consent));
}

/**
 * Draws a picture to post: a JPEG without metadata, with the photos' marks. Call it outside a transaction.
 * @throws AppError unavailable when too many documents wait
 */
export async function drawPost({ asked, photos, line, business }: FoundPost): Promise<Uint8Array> {
  const { colour, logo } = await letterheadOf(business);
  const isPair = photos.length > 1;
  const request = pictureOf({
    format: asked.format,
    photos: await Promise.all(
      photos.map(async ({ shared }) => {
        const { width, height } = shared.derivatives.screen!;
        const jpeg = await smallerJpeg(async () => (await shared.bytesOf("screen"))!, SOURCE);
        return { jpeg, aspect: width / height };
      }),
    ),
    labels: isPair ? [stageLabel("before"), stageLabel("after")] : [],
    ...{ line, colour, logo, business: business.name ?? "" },
  });
  return renderJpeg(request, FORMATS[asked.format].width);
}
