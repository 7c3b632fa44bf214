import { and, desc, eq } from "drizzle-orm";
import { jobZone } from "#ground/businesses/public.server.ts";
import { savePaper } from "#ground/papers/public.server.ts";
import { NO_FILE } from "#ground/shares/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import type { RollPhoto } from "../rules/roll.ts";
import { photosGalleries } from "../tables.server.ts";
import { type Chosen, MOST_LISTED, photosIn } from "./chosen.ts";
import { albumsOf, readRoll } from "./roll.server.ts";

/** The papers of galleries, and the last part of their pages' addresses. */
export const GALLERY = "photos";

export type Gallery = Omit<typeof photosGalleries.$inferSelect, "accountId">;

export interface NewGallery {
  /** The id of the submitted form: submitting it again makes no second one. */
  readonly form: string;
  readonly job: string;
  readonly chosen: Chosen;
  /** Whether photos that fit later show up by themselves. */
  readonly isLive: boolean;
  readonly title: string;
  readonly withTime: boolean;
  readonly withPlace: boolean;
  readonly fullSize: boolean;
}

/**
 * Makes a gallery of a job's photos; nobody can open it until it is sent or shared.
 * @returns its id
 * @throws AppError not_found without the job; invalid without a photo, or with too many
 */
export async function makeGallery(
  ctx: AccountContext,
  { form, job, chosen, isLive, ...said }: NewGallery,
): Promise<string> {
  if (!(await findJob(ctx, job))) throw new AppError("not_found", "That job doesn’t exist.");
  const id = derivedId("photos.gallery", ctx.account.id, form);
  const kept = isLive ? chosen : await asList(ctx, job, chosen);
  if (kept.is === "list") refuseList(kept.photos);
  const made = { accountId: ctx.account.id, id, jobId: job, chosen: kept, ...said };
  await ctx.db
    .insert(photosGalleries)
    .values({ ...made, madeBy: ctx.user?.id ?? null, createdAt: ctx.now })
    .onConflictDoNothing();
  await paperOf(ctx, await getGallery(ctx, id));
  return id;
}

/** The photos that fit now, as a list that stays. Some that were chosen by hand may still be on their way. */
async function asList(ctx: AccountContext, job: string, chosen: Chosen): Promise<Chosen> {
  if (chosen.is === "list") return chosen;
  const of = { albums: await albumsOf(ctx, job), zone: await jobZone(ctx, job) };
  const photos = photosIn(await readRoll(ctx, job), chosen, of).map(({ shot }) => shot.sha256);
  return { is: "list", photos };
}

function refuseList(photos: readonly string[]): void {
  const words =
    photos.length === 0
      ? "There are no photos to share yet."
      : photos.length > MOST_LISTED
        ? `A link that doesn’t change can show ${MOST_LISTED.toLocaleString("en-US")} photos. Choose fewer.`
        : null;
  if (words) throw new AppError("invalid", words, { fields: { what: words } });
}

/** The paper of a gallery: the page alone, without a document. */
export const paperOf = (ctx: AccountContext, { id, jobId, title }: Gallery) =>
  savePaper(ctx, {
    ...{ id, kind: GALLERY, thingId: id, version: 1, jobId, title },
    ...{ accountPath: galleryPath(id), file: NO_FILE, fileName: "", sha256: "" },
  });

export const galleryPath = (id: string): string => `/account/photos/galleries/${id}`;

/** @throws AppError not_found */
export async function getGallery(ctx: AccountContext, id: string): Promise<Gallery> {
  const found = isId(id)
    ? await ctx.db
        .select()
        .from(photosGalleries)
        .where(and(eq(photosGalleries.accountId, ctx.account.id), eq(photosGalleries.id, id)))
    : [];
  if (!found[0]) throw new AppError("not_found", "That gallery doesn’t exist.");
  return found[0];
}

const MOST_SHOWN = 200;

/** Galleries, the newest first. @param job of this job only */
export const listGalleries = (ctx: AccountContext, job: string | null): Promise<Gallery[]> =>
  ctx.db
    .select()
    .from(photosGalleries)
    .where(
      and(
        eq(photosGalleries.accountId, ctx.account.id),
        job !== null && isId(job) ? eq(photosGalleries.jobId, job) : undefined,
      ),
    )
    .orderBy(desc(photosGalleries.createdAt), desc(photosGalleries.id))
    .limit(MOST_SHOWN);

/** What a gallery shows right now, with what its page is grouped by. @param only these photos */
export async function readGallery(
  ctx: AccountContext,
  { jobId, chosen }: Gallery,
  only?: readonly string[],
): Promise<{
  readonly photos: RollPhoto[];
  readonly of: { readonly albums: Awaited<ReturnType<typeof albumsOf>>; readonly zone: string };
}> {
  const isOne = only !== undefined && chosen.is !== "album";
  const of = { albums: isOne ? [] : await albumsOf(ctx, jobId), zone: await jobZone(ctx, jobId) };
  return { photos: photosIn(await readRoll(ctx, jobId, only), chosen, of), of };
}
