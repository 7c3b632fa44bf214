import { and, eq, inArray, lt, ne } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { isVideo } from "#platform/pictures/kinds.ts";
import type { Overlay } from "#platform/pictures/overlay.ts";
import { drawPhoto, type PhotoKind, smallerJpeg } from "#platform/pictures/photo.server.ts";
import { type DrawnFile, type Photo, photosOf } from "./originals.server.ts";
import { type Derivative, DERIVATIVES, derivativeExtension, isSha256, JPEGS, SIDES } from "./rules.ts";
import { mediaJobs, mediaMarked } from "./tables.server.ts";

// Whatever shows a photo to somebody outside of the business takes it from here: what was drawn on it is in
// its pictures, and what was blurred isn't.

/**
 * A photo as it may leave the business. Its files can't be reached except through `fileOf` and `stripped`,
 * which have its marks in them.
 */
export interface SharedPhoto extends Omit<Photo, "file" | "derivatives"> {
  /** Burned into all its pictures; null for none. */
  readonly overlay: Overlay | null;
  readonly derivatives: Readonly<Partial<Record<Derivative, Omit<DrawnFile, "file">>>>;
  /** The file of a smaller picture, drawn now if need be; undefined until the photo is rendered. */
  fileOf(name: Derivative): Promise<string | undefined>;
  /** The bytes of a smaller picture; undefined until the photo is rendered. */
  bytesOf(name: Derivative): Promise<Uint8Array | undefined>;
  /**
   * A JPEG of 2,000 pixels, drawn now, for pictures with small print such as plans; undefined if something is
   * drawn on the photo, or it can't be drawn.
   */
  drawLarge(): Promise<Uint8Array | undefined>;
  /** The bytes of the original, for `stripped` alone. */
  readonly fetchOriginal: () => Promise<Uint8Array>;
}

/** A photo of a job. */
export interface PhotoOfJob {
  readonly job: string;
  readonly sha256: string;
}

/**
 * What is drawn on photos, by SHA-256. A photo that is named for several jobs has the marks of all of them.
 */
export type ReadOverlays = (
  ctx: AccountContext,
  photos: readonly PhotoOfJob[],
) => Promise<ReadonlyMap<string, Overlay>>;

/** 280 dots per inch in a page's width. */
const LARGE = { side: 2_000, quality: 80 } as const;

let readOverlays: ReadOverlays | undefined;

/** Says what is drawn on photos. Called where the records that say so are defined, once per process. */
export function defineOverlays(read: ReadOverlays): void {
  readOverlays = read;
}

/**
 * Photos to show to somebody outside, in the given order; those not stored are left out.
 * @param job null for photos of no job in particular, which have the marks of all their jobs
 */
export async function photosToShare(
  ctx: AccountContext,
  job: string | null,
  hashes: readonly string[],
): Promise<SharedPhoto[]> {
  const photos = await photosOf(ctx, hashes);
  const asked = photos.flatMap(({ sha256, kind }) => (isVideo(kind) ? [] : [sha256]));
  const named = job === null ? await jobsOfPhotos(ctx, asked) : asked.map((sha256) => ({ job, sha256 }));
  const overlays = (named.length > 0 && (await readOverlays?.(ctx, named))) || new Map<string, Overlay>();
  return photos.map((photo) => toShare(ctx.account.id, photo, overlays.get(photo.sha256) ?? null));
}

/** As `photosToShare`, for one. */
export const photoToShare = async (
  ctx: AccountContext,
  job: string | null,
  sha256: string,
): Promise<SharedPhoto | undefined> => (await photosToShare(ctx, job, [sha256]))[0];

/** A photo as it is, for people of the business. */
export const asItIs = (accountId: string, photo: Photo): SharedPhoto => toShare(accountId, photo, null);

function toShare(accountId: string, photo: Photo, overlay: Overlay | null): SharedPhoto {
  const { file, derivatives, ...known } = photo;
  const { files } = installation();
  const fileOf = async (name: Derivative) =>
    derivatives[name] && overlay
      ? (await markedFiles(accountId, photo, overlay))[name]
      : derivatives[name]?.file;
  return {
    ...known,
    overlay,
    derivatives,
    fileOf,
    bytesOf: async (name) => {
      const key = await fileOf(name);
      return key === undefined ? undefined : await files.get(key);
    },
    drawLarge: async () =>
      overlay || isVideo(photo.kind)
        ? undefined
        : await smallerJpeg(() => files.get(file), LARGE).catch(() => undefined),
    fetchOriginal: () => files.get(file),
  };
}

/** The jobs that photos were named for. */
export async function jobsOfPhotos(
  { db, account }: AccountContext,
  hashes: readonly string[],
): Promise<readonly PhotoOfJob[]> {
  const asked = hashes.filter(isSha256);
  if (asked.length === 0) return [];
  return db
    .select({ job: mediaJobs.jobId, sha256: mediaJobs.sha256 })
    .from(mediaJobs)
    .where(and(eq(mediaJobs.accountId, account.id), inArray(mediaJobs.sha256, asked)));
}

type Files = Readonly<Partial<Record<Derivative, string>>>;

const drawing = new Map<string, Promise<Files>>();

/** The files of a photo with an overlay, drawn once. */
async function markedFiles(accountId: string, photo: Photo, overlay: Overlay): Promise<Files> {
  const key = `${accountId} ${photo.sha256} ${overlay.digest}`;
  const known = drawing.get(key);
  if (known) return known;
  const work = findMarked(accountId, photo.sha256, overlay.digest).then(
    async (found) => found ?? (await drawMarked(accountId, photo, overlay)),
  );
  drawing.set(key, work);
  try {
    return await work;
  } finally {
    drawing.delete(key);
  }
}

async function findMarked(accountId: string, sha256: string, digest: string): Promise<Files | undefined> {
  const rows = await withAccount(accountId, ({ db }) =>
    db
      .select({ name: mediaMarked.name, file: mediaMarked.file })
      .from(mediaMarked)
      .where(
        and(
          eq(mediaMarked.accountId, accountId),
          eq(mediaMarked.sha256, sha256),
          eq(mediaMarked.digest, digest),
        ),
      ),
  );
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ name, file }) => [name, file]));
}

/** Pictures with earlier marks are deleted after this long: a page that is open may still ask for them. */
const EARLIER_KEPT = { hours: 24 };

async function drawMarked(accountId: string, photo: Photo, overlay: Overlay): Promise<Files> {
  const { files } = installation();
  const { sha256, kind, file: original } = photo;
  const { drawn } = await drawPhoto(() => files.get(original), kind as PhotoKind, SIDES, JPEGS, overlay);
  const stored: Partial<Record<Derivative, string>> = {};
  for (const name of DERIVATIVES)
    stored[name] = await files.put(accountId, drawn[name].bytes, derivativeExtension(name, true));
  const gone = await withAccount(accountId, async ({ db, now }) => {
    const ofPhoto = and(eq(mediaMarked.accountId, accountId), eq(mediaMarked.sha256, sha256));
    await db
      .insert(mediaMarked)
      .values(
        DERIVATIVES.map((name) => ({
          ...{ accountId, sha256, digest: overlay.digest, name, file: stored[name]!, drawnAt: now },
        })),
      )
      .onConflictDoNothing();
    const earlier = await db
      .delete(mediaMarked)
      .where(
        and(
          ofPhoto,
          ne(mediaMarked.digest, overlay.digest),
          lt(mediaMarked.drawnAt, now.subtract(EARLIER_KEPT)),
        ),
      )
      .returning({ file: mediaMarked.file });
    // Two photos that look the same may share a file.
    const named = earlier.map(({ file }) => file);
    const rows = named.length
      ? await db
          .select({ file: mediaMarked.file })
          .from(mediaMarked)
          .where(and(eq(mediaMarked.accountId, accountId), inArray(mediaMarked.file, named)))
      : [];
    const still = new Set(rows.map(({ file }) => file));
    return earlier.flatMap(({ file }) => (still.has(file) ? [] : [file]));
  });
  for (const file of gone) await files.remove(file);
  return stored;
}
