import { and, count, desc, eq, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import { z } from "zod";
import { pictureExtension, picturePath } from "#ground/businesses/public.server.ts";
import { photoToShare, type SharedPhoto } from "#ground/media/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, database, isId, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { drawUploaded } from "#platform/pictures/uploaded.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { recentPicturePath, refusedOnPage } from "./recent-work.server.ts";
import { leadsWorkPhotos } from "./tables.server.ts";

/** Longest side in pixels: in the list at twice its width on a phone, and alone on a screen. */
const SIDES = { thumb: 440, screen: 1280 } as const;
export const MOST_WORK_PHOTOS = 12;
/** Instead of a file, of a job photo. */
const NO_COPY = "";
/** A removed picture can be restored for so long. */
const UNDO_FOR = { hours: 24 } as const;

/** A picture of recent work, as a page shows it. */
export interface WorkPhoto {
  readonly id: string;
  readonly caption: string | null;
  /** Paths for an `<img>`; width and height are those of `thumb`, in pixels. */
  readonly thumb: string;
  readonly screen: string;
  readonly width: number;
  readonly height: number;
}

const ofAccount = (ctx: AccountContext) => eq(leadsWorkPhotos.accountId, ctx.account.id);
const one = (ctx: AccountContext, id: string) =>
  and(ofAccount(ctx), eq(leadsWorkPhotos.id, isId(id) ? id : ctx.account.id));

/** The pictures that a business shows, newest first. */
export async function listWorkPhotos(ctx: AccountContext): Promise<WorkPhoto[]> {
  const rows = await ctx.db
    .select()
    .from(leadsWorkPhotos)
    .where(and(ofAccount(ctx), isNull(leadsWorkPhotos.removedAt)))
    .orderBy(desc(leadsWorkPhotos.createdAt), desc(leadsWorkPhotos.id))
    .limit(MOST_WORK_PHOTOS);
  const refused = await refusedOnPage(
    ctx,
    rows.flatMap(({ sha256 }) => sha256 ?? []),
  );
  return rows
    .filter(({ sha256 }) => sha256 === null || !refused.has(sha256))
    .map(({ id, caption, thumbFile, screenFile, width, height, sha256 }) => ({
      ...{ id, caption, width, height },
      ...(sha256 === null
        ? { thumb: picturePath("work", thumbFile) ?? "", screen: picturePath("work", screenFile) ?? "" }
        : // Drawn when it is asked for: something may have been blurred since.
          {
            thumb: recentPicturePath(ctx.account.id, id, "thumb"),
            screen: recentPicturePath(ctx.account.id, id, "screen"),
          }),
    }));
}

/** A job photo that the business put on its page, as it may be shown now; undefined if it may not. */
export async function jobPhotoOnPage(ctx: AccountContext, id: string): Promise<SharedPhoto | undefined> {
  const [row] = await ctx.db
    .select({ sha256: leadsWorkPhotos.sha256 })
    .from(leadsWorkPhotos)
    .where(and(one(ctx, id), isNull(leadsWorkPhotos.removedAt)));
  if (!row?.sha256 || (await refusedOnPage(ctx, [row.sha256])).has(row.sha256)) return undefined;
  return photoToShare(ctx, null, row.sha256);
}

/** The hashes of the job photos among them. */
export async function shownJobPhotos(ctx: AccountContext): Promise<string[]> {
  const rows = await ctx.db
    .select({ sha256: leadsWorkPhotos.sha256 })
    .from(leadsWorkPhotos)
    .where(and(ofAccount(ctx), isNull(leadsWorkPhotos.removedAt), isNotNull(leadsWorkPhotos.sha256)));
  return rows.flatMap(({ sha256 }) => sha256 ?? []);
}

/** A picture that is drawn and stored, to be added. */
export type DrawnWork = Pick<
  typeof leadsWorkPhotos.$inferInsert,
  "thumbFile" | "screenFile" | "width" | "height" | "sha256"
>;

/**
 * Draws and stores smaller copies. Call it outside a transaction: it is slow, and the storage may be remote.
 * @throws AppError invalid, with a message for the person who chose the file
 */
export async function drawWorkPhoto(
  accountId: string,
  fetch: () => Promise<Uint8Array>,
  bytes: number,
): Promise<DrawnWork> {
  const { files } = installation();
  const { thumb, screen } = await drawUploaded(fetch, bytes, SIDES, now());
  const extension = pictureExtension("work");
  return {
    thumbFile: await files.put(accountId, thumb.bytes, extension),
    screenFile: await files.put(accountId, screen.bytes, extension),
    width: thumb.width,
    height: thumb.height,
    sha256: null,
  };
}

/**
 * A job photo that the business chose. Nothing is copied: whoever looks asks whether it may be shown.
 * @throws AppError not_found
 */
export async function chooseJobPhoto(ctx: AccountContext, sha256: string): Promise<DrawnWork> {
  const thumb = (await photoToShare(ctx, null, sha256))?.derivatives.thumb;
  if (!thumb) throw new AppError("not_found", "That photo was deleted. Choose another one.");
  const { width, height } = thumb;
  return { thumbFile: NO_COPY, screenFile: NO_COPY, width, height, sha256 };
}

/**
 * Adds pictures. One that is there already isn't added twice, and a removed one comes back.
 * @throws AppError conflict when there are too many
 */
export async function addWorkPhotos(ctx: AccountContext, drawn: readonly DrawnWork[]): Promise<void> {
  for (const photo of drawn) {
    const { sha256 } = photo;
    const known = sha256
      ? await ctx.db
          .update(leadsWorkPhotos)
          .set({ removedAt: null })
          .where(and(ofAccount(ctx), eq(leadsWorkPhotos.sha256, sha256)))
          .returning({ id: leadsWorkPhotos.id })
      : [];
    if (known.length > 0) continue;
    await ctx.db
      .insert(leadsWorkPhotos)
      .values({
        ...photo,
        accountId: ctx.account.id,
        id: derivedId("leads.work-photo", ctx.account.id, sha256 ?? photo.screenFile),
        createdAt: ctx.now,
      })
      .onConflictDoUpdate({
        target: [leadsWorkPhotos.accountId, leadsWorkPhotos.id],
        set: { removedAt: null },
      });
  }
  const [shown] = await ctx.db
    .select({ count: count() })
    .from(leadsWorkPhotos)
    .where(and(ofAccount(ctx), isNull(leadsWorkPhotos.removedAt)));
  if (shown!.count > MOST_WORK_PHOTOS)
    throw new AppError(
      "conflict",
      `Your page has room for ${MOST_WORK_PHOTOS} pictures. Remove one first, then add this.`,
    );
}

/** Says what a picture shows; an empty text removes the caption. */
export async function describeWorkPhoto(ctx: AccountContext, id: string, caption: string): Promise<void> {
  await ctx.db
    .update(leadsWorkPhotos)
    .set({ caption: caption || null })
    .where(one(ctx, id));
}

/** Takes a picture off the page. It can be restored for a day; then its files are deleted. */
export async function removeWorkPhoto(ctx: AccountContext, id: string): Promise<void> {
  const removed = await ctx.db
    .update(leadsWorkPhotos)
    .set({ removedAt: ctx.now })
    .where(and(one(ctx, id), isNull(leadsWorkPhotos.removedAt)))
    .returning({ id: leadsWorkPhotos.id });
  if (removed.length)
    await enqueue(
      ctx.db,
      purgeWorkPhotoTask,
      { accountId: ctx.account.id, id },
      { startAfter: ctx.now.add(UNDO_FOR) },
    );
}

/** @throws AppError not_found once its files are deleted */
export async function restoreWorkPhoto(ctx: AccountContext, id: string): Promise<void> {
  const restored = await ctx.db
    .update(leadsWorkPhotos)
    .set({ removedAt: null })
    .where(one(ctx, id))
    .returning({ id: leadsWorkPhotos.id });
  if (!restored.length) throw new AppError("not_found", "That picture is gone. Please add it again.");
}

/** Deletes a picture that was removed a day ago, with the files that no other one uses. */
async function purgeWorkPhoto(accountId: string, id: string): Promise<void> {
  const unused = await withAccount(accountId, async (ctx) => {
    const [gone] = await ctx.db
      .delete(leadsWorkPhotos)
      .where(and(one(ctx, id), lte(leadsWorkPhotos.removedAt, ctx.now.subtract(UNDO_FOR))))
      .returning({ thumb: leadsWorkPhotos.thumbFile, screen: leadsWorkPhotos.screenFile });
    return gone ? unusedFiles(ctx, [gone.thumb, gone.screen]) : [];
  });
  for (const file of unused) await installation().files.remove(file);
}

/** Those of some files that no picture uses: two that look the same may share a copy. */
async function unusedFiles(ctx: AccountContext, files: readonly string[]): Promise<string[]> {
  const free: string[] = [];
  for (const file of new Set(files)) {
    const { thumbFile, screenFile } = leadsWorkPhotos;
    const [other] = await ctx.db
      .select({ id: leadsWorkPhotos.id })
      .from(leadsWorkPhotos)
      .where(and(ofAccount(ctx), or(eq(thumbFile, file), eq(screenFile, file))))
      .limit(1);
    if (!other && file !== NO_COPY) free.push(file);
  }
  return free;
}

/**
 * Deletes the copies of job photos that earlier versions stored. Their addresses asked nobody whether the
 * photo may be shown.
 */
async function dropJobCopies(): Promise<void> {
  const { rows } = await database().app.query<{ account: string }>(
    "select account from leads_job_copies() account",
  );
  for (const { account } of rows) {
    const unused = await withAccount(account, async (ctx) => {
      const copied = and(
        ofAccount(ctx),
        isNotNull(leadsWorkPhotos.sha256),
        ne(leadsWorkPhotos.thumbFile, NO_COPY),
      );
      const had = await ctx.db.select().from(leadsWorkPhotos).where(copied).for("update");
      await ctx.db.update(leadsWorkPhotos).set({ thumbFile: NO_COPY, screenFile: NO_COPY }).where(copied);
      return unusedFiles(
        ctx,
        had.flatMap(({ thumbFile, screenFile }) => [thumbFile, screenFile]),
      );
    });
    for (const file of unused) await installation().files.remove(file);
  }
}

export const dropJobCopiesTask: Task<Record<string, never>> = {
  name: "leads.drop-job-copies",
  payload: z.object({}),
  every: "23 4 * * *",
  run: () => dropJobCopies(),
};

export const purgeWorkPhotoTask: Task<{ accountId: string; id: string }> = {
  name: "leads.purge-work-photo",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) => purgeWorkPhoto(accountId, id),
};
