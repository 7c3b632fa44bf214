import { and, desc, eq, inArray, isNull, notInArray, or } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, isId, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { isVideo, type Kind } from "#platform/pictures/kinds.ts";
import { readsConfidential } from "#ground/businesses/public.server.ts";
import type { Caller } from "./caller.server.ts";
import { isOpenOriginal } from "./confidential.server.ts";
import { type Derivative, isSha256, MOST_HASHES } from "./rules.ts";
import {
  mediaConfidential,
  mediaDerivatives,
  mediaJobs,
  mediaMarked,
  mediaOriginals,
} from "./tables.server.ts";

export type Original = typeof mediaOriginals.$inferSelect & { readonly kind: Kind };

/** Parallel lookups in a remote store. */
const AT_ONCE = 16;

const named = (account: string, sha256: string) =>
  and(eq(mediaOriginals.accountId, account), eq(mediaOriginals.sha256, sha256));

/** Finds an original; undefined unless it was received completely. */
export async function findOriginal(
  { db, account }: AccountContext,
  sha256: string,
): Promise<Original | undefined> {
  const [found] = await db.select().from(mediaOriginals).where(named(account.id, sha256));
  return found;
}

/**
 * Which of these originals are stored: received completely, with the right hash, and in the file store right
 * now.
 * @param hashes in hex; malformed ones count as not stored
 */
export async function storedHashes(
  { db, account }: AccountContext,
  hashes: readonly string[],
): Promise<string[]> {
  const asked = [...new Set(hashes)].filter(isSha256).slice(0, MOST_HASHES);
  if (asked.length === 0) return [];
  const rows = await db
    .select({ sha256: mediaOriginals.sha256, file: mediaOriginals.file, bytes: mediaOriginals.bytes })
    .from(mediaOriginals)
    .where(and(eq(mediaOriginals.accountId, account.id), inArray(mediaOriginals.sha256, asked)));
  const stored: string[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await Promise.all(
      rows.slice(from, from + AT_ONCE).map(async ({ sha256, file, bytes }) => {
        if ((await installation().files.size(file)) === bytes) stored.push(sha256);
      }),
    );
  return stored.toSorted();
}

/**
 * Which of these originals are stored, as far as the caller may know. Knowing a hash doesn't prove having the
 * file: a guest hears only about originals of their own job, and has to upload all others even if the
 * business has them.
 */
export const storedHashesFor = (
  { accountId, isGuest, jobId }: Pick<Caller, "accountId" | "isGuest" | "jobId">,
  hashes: readonly string[],
) =>
  withAccount(accountId, async (ctx) =>
    storedHashes(ctx, isGuest ? await linkedTo(ctx, jobId, hashes) : hashes),
  );

async function linkedTo(
  { db, account }: AccountContext,
  jobId: string | null,
  hashes: readonly string[],
): Promise<string[]> {
  const asked = hashes.filter(isSha256).slice(0, MOST_HASHES);
  if (jobId === null || asked.length === 0) return [];
  const rows = await db
    .select({ sha256: mediaJobs.sha256 })
    .from(mediaJobs)
    .where(
      and(eq(mediaJobs.accountId, account.id), eq(mediaJobs.jobId, jobId), inArray(mediaJobs.sha256, asked)),
    );
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Links an original to a job, so that people on that job may see it; it need not have arrived yet. A guest's
 * links don't count until they upload the bytes, which proves that they have them.
 */
export async function linkToJob(
  { db, account, member }: AccountContext,
  sha256: string,
  jobId: string,
): Promise<void> {
  if (!isSha256(sha256) || !isId(jobId)) throw new AppError("invalid", "That photo doesn’t exist.");
  if (member?.role === "guest") return;
  await db.insert(mediaJobs).values({ accountId: account.id, jobId, sha256 }).onConflictDoNothing();
}

/**
 * Whether the user may see an original: any of the business, or for a guest those of their job. A poster
 * counts as its video.
 */
export async function maySee(ctx: AccountContext, sha256: string): Promise<boolean> {
  if (ctx.member?.role !== "guest") return true;
  const { db, account, member } = ctx;
  const [linked] = await db
    .select({ jobId: mediaJobs.jobId })
    .from(mediaJobs)
    .where(
      and(
        eq(mediaJobs.accountId, account.id),
        eq(mediaJobs.jobId, member.jobId ?? account.id),
        eq(mediaJobs.sha256, sha256),
      ),
    );
  return linked !== undefined;
}

export interface DrawnFile {
  readonly file: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** A photo or video with what is needed to show it. */
export interface Photo {
  readonly sha256: string;
  readonly kind: Kind;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly takenAt: Temporal.Instant | null;
  /** The camera's local time, ISO without a zone. If `takenAt` is null, read it in the job's time zone. */
  readonly takenLocal: string | null;
  readonly isIncomplete: boolean;
  readonly camera: string | null;
  /** Private: for members, and for shares whose sender included it. */
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    readonly accuracy: number | null;
  } | null;
  readonly receivedAt: Temporal.Instant;
  readonly state: "waiting" | "ready" | "refused";
  /** Base64. */
  readonly thumbhash: string | null;
  readonly file: string;
  /** By name; absent until rendered. A video has its poster's. */
  readonly derivatives: Readonly<Partial<Record<Derivative, DrawnFile>>>;
}

/**
 * Finds a photo or video with its derivatives; undefined if not stored.
 * @param isReader as for `photosOf`
 */
export async function photoOf(
  ctx: AccountContext,
  sha256: string,
  isReader?: boolean,
): Promise<Photo | undefined> {
  return (await photosOf(ctx, [sha256], isReader))[0];
}

/** Hashes of the newest photos that can be shown, without videos and their first frames. */
export async function newestPhotos(ctx: AccountContext, limit: number): Promise<readonly string[]> {
  const { db, account } = ctx;
  const rows = await db
    .select({ sha256: mediaOriginals.sha256 })
    .from(mediaOriginals)
    .where(
      and(
        eq(mediaOriginals.accountId, account.id),
        eq(mediaOriginals.state, "ready"),
        isNull(mediaOriginals.posterOf),
        notInArray(mediaOriginals.kind, ["mp4", "mov", "webm"]),
        // They are offered to be published, which nobody means of an injury.
        isOpenOriginal(ctx),
      ),
    )
    .orderBy(desc(mediaOriginals.receivedAt))
    .limit(limit);
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Like `photoOf` for many, in the given order; those not stored are left out.
 * @param isReader whether they are for somebody who reads confidential records; default: the acting person
 */
export async function photosOf(
  ctx: AccountContext,
  hashes: readonly string[],
  isReader = readsConfidential(ctx),
): Promise<Photo[]> {
  const { db, account } = ctx;
  const asked = hashes.filter(isSha256);
  if (asked.length === 0) return [];
  const rows = await db
    .select()
    .from(mediaOriginals)
    .where(
      and(
        eq(mediaOriginals.accountId, account.id),
        or(inArray(mediaOriginals.sha256, asked), inArray(mediaOriginals.posterOf, asked)),
        isReader ? undefined : isOpenOriginal(ctx),
      ),
    );
  const drawn = await db
    .select()
    .from(mediaDerivatives)
    .where(
      and(
        eq(mediaDerivatives.accountId, account.id),
        inArray(mediaDerivatives.sha256, [...new Set([...asked, ...rows.map((one) => one.sha256)])]),
      ),
    );
  const byHash = new Map(rows.map((row) => [row.sha256, row]));
  return asked.flatMap((sha256) => {
    const row = byHash.get(sha256);
    if (!row) return [];
    // A photo never has a poster. A video's poster must come from the person who uploaded the video.
    const poster = isVideo(row.kind)
      ? rows.find((one) => one.posterOf === sha256 && one.uploadedBy === row.uploadedBy)
      : undefined;
    const source = poster?.sha256 ?? sha256;
    const derivatives = Object.fromEntries(
      drawn
        .filter((one) => one.sha256 === source)
        .map(({ name, file, bytes, width, height }) => [name, { file, bytes, width, height }]),
    );
    const {
      kind,
      bytes,
      width,
      height,
      durationMs,
      camera,
      latitude,
      longitude,
      accuracy,
      receivedAt,
      state,
      file,
    } = row;
    const { takenAt, takenLocal, isIncomplete } = row;
    const position = latitude === null || longitude === null ? null : { latitude, longitude, accuracy };
    const thumbhash = row.thumbhash ?? poster?.thumbhash ?? null;
    return [
      {
        sha256,
        kind,
        bytes,
        width,
        height,
        durationMs,
        takenAt,
        takenLocal,
        isIncomplete,
        camera,
        position,
        receivedAt,
        state,
        thumbhash,
        file,
        derivatives,
      },
    ];
  });
}

/**
 * Erases originals with their derivatives, and videos with their posters. Callers handle their own
 * references.
 * @returns keys of files no longer used; delete them after the commit (`removeFiles`)
 */
export async function forgetMedia(
  { db, account }: AccountContext,
  hashes: readonly string[],
): Promise<string[]> {
  const named = hashes.filter(isSha256);
  if (named.length === 0) return [];
  const of = { accountId: account.id };
  const posters = await db
    .select({ sha256: mediaOriginals.sha256 })
    .from(mediaOriginals)
    .where(and(eq(mediaOriginals.accountId, of.accountId), inArray(mediaOriginals.posterOf, named)));
  const asked = [...named, ...posters.map(({ sha256 }) => sha256)];
  const gone = await db
    .delete(mediaOriginals)
    .where(and(eq(mediaOriginals.accountId, of.accountId), inArray(mediaOriginals.sha256, asked)))
    .returning({ file: mediaOriginals.file });
  const drawn = await db
    .delete(mediaDerivatives)
    .where(and(eq(mediaDerivatives.accountId, of.accountId), inArray(mediaDerivatives.sha256, asked)))
    .returning({ file: mediaDerivatives.file });
  const marked = await db
    .delete(mediaMarked)
    .where(and(eq(mediaMarked.accountId, of.accountId), inArray(mediaMarked.sha256, asked)))
    .returning({ file: mediaMarked.file });
  await db
    .delete(mediaConfidential)
    .where(and(eq(mediaConfidential.accountId, of.accountId), inArray(mediaConfidential.sha256, asked)));
  await db
    .delete(mediaJobs)
    .where(and(eq(mediaJobs.accountId, of.accountId), inArray(mediaJobs.sha256, asked)));
  const files = [...new Set([...drawn, ...marked].map((one) => one.file))];
  // Two photos that look the same may share a derivative file.
  const using = (table: typeof mediaDerivatives | typeof mediaMarked) =>
    db
      .select({ file: table.file })
      .from(table)
      .where(and(eq(table.accountId, of.accountId), inArray(table.file, files)));
  const still = files.length ? [...(await using(mediaDerivatives)), ...(await using(mediaMarked))] : [];
  const usedFiles = new Set(still.map((one) => one.file));
  return [...gone.map((one) => one.file), ...files.filter((file) => !usedFiles.has(file))];
}

/** Deletes files returned by `forgetMedia`. */
export async function removeFiles(keys: readonly string[]): Promise<void> {
  for (const key of keys) await installation().files.remove(key);
}
