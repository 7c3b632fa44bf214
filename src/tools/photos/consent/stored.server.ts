import { and, asc, eq, inArray } from "drizzle-orm";
import { jobsOfPhotos } from "#ground/media/public.server.ts";
import { openLinks } from "#ground/shares/public.server.ts";
import { findStoredRecords, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { photoId as photoIdOf } from "../rules/ids.ts";
import { type Facts, factsOf, NO_FACTS } from "../rules/photo.ts";
import { photosAsked, photosAsks, photosConsents } from "../tables.server.ts";
import { type Answer, type Consent, consentFrom, mayUse, type Use } from "./rules.ts";

export type Ask = typeof photosAsks.$inferSelect;
export type AskedPhoto = typeof photosAsked.$inferSelect;
export type SavedConsent = typeof photosConsents.$inferSelect;

/** @throws AppError not_found */
export async function getAsk(ctx: AccountContext, id: string): Promise<Ask> {
  const [ask] = isId(id)
    ? await ctx.db
        .select()
        .from(photosAsks)
        .where(and(eq(photosAsks.accountId, ctx.account.id), eq(photosAsks.id, id)))
    : [];
  if (!ask) throw new AppError("not_found", "Page not found.");
  return ask;
}

/** The photos of a request, in its order. */
export const photosOfAsk = (ctx: AccountContext, askId: string): Promise<AskedPhoto[]> =>
  ctx.db
    .select()
    .from(photosAsked)
    .where(and(eq(photosAsked.accountId, ctx.account.id), eq(photosAsked.askId, askId)))
    .orderBy(asc(photosAsked.place));

/** Answers to requests, the first first. */
export async function answersTo(
  ctx: AccountContext,
  askIds: readonly string[],
): Promise<(SavedConsent & Answer)[]> {
  if (askIds.length === 0) return [];
  const answers = await ctx.db
    .select()
    .from(photosConsents)
    .where(and(eq(photosConsents.accountId, ctx.account.id), inArray(photosConsents.askId, [...askIds])))
    .orderBy(asc(photosConsents.at), asc(photosConsents.id));
  const open = await openLinks(
    ctx,
    answers.flatMap(({ linkId }) => linkId ?? []),
  );
  return answers.map((one) => ({ ...one, isOpen: one.linkId !== null && open.has(one.linkId) }));
}

/** A photo that a client was asked about, and what they said of it. */
export interface AskedWithConsent {
  readonly job: string;
  readonly sha256: string;
  /** Of its record. */
  readonly photoId: string;
  readonly consent: Consent;
}

/**
 * What clients said of photos, as it is right now.
 * @param photoIds of their records; default: all that anybody was asked about, those asked first first
 */
export async function consentsOf(
  ctx: AccountContext,
  photoIds?: readonly string[],
): Promise<AskedWithConsent[]> {
  if (photoIds?.length === 0) return [];
  const { askId: ofAsk, sha256: hash, jobId: ofJob, photoId: ofPhoto } = photosAsked;
  const asked = await ctx.db
    .select({ askId: ofAsk, sha256: hash, jobId: ofJob, photoId: ofPhoto })
    .from(photosAsked)
    .innerJoin(photosAsks, and(eq(photosAsks.accountId, photosAsked.accountId), eq(photosAsks.id, ofAsk)))
    .where(
      and(
        eq(photosAsked.accountId, ctx.account.id),
        photoIds === undefined ? undefined : inArray(photosAsked.photoId, [...photoIds]),
      ),
    )
    .orderBy(asc(photosAsks.createdAt), asc(ofAsk), asc(photosAsked.place));
  const answers = await answersTo(ctx, [...new Set(asked.map(({ askId }) => askId))]);
  return [...Map.groupBy(asked, ({ photoId }) => photoId)].flatMap(([photoId, rows]) => {
    const { jobId: job, sha256 } = rows[0]!;
    const consent = consentFrom(sha256, new Set(rows.map(({ askId }) => askId)), answers);
    return consent ? [{ job, sha256, photoId, consent }] : [];
  });
}

/** A photo that may be used right now. */
export interface Consented {
  readonly job: string;
  readonly sha256: string;
  readonly photoId: string;
  /** Shown with it; empty for nothing. */
  readonly credit: string;
  readonly facts: Facts;
}

/**
 * The photos that clients agree to show in one way, as it is right now: none that is hidden or in the trash,
 * on any of its jobs.
 * Show them as `photosToShare` has them.
 * @param photoIds of their records; default: all
 */
export async function photosConsented(
  ctx: AccountContext,
  use: Use,
  photoIds?: readonly string[],
): Promise<Consented[]> {
  const agreed = (await consentsOf(ctx, photoIds)).filter(({ consent }) => mayUse(consent, use));
  const records = await recordsOf(ctx, agreed);
  const gone = new Set(
    [...records.values()].flatMap((record) => (isTakenAway(record) ? factsIn(record).sha256 : [])),
  );
  return agreed.flatMap(({ job, sha256, photoId, consent }) => {
    if (gone.has(sha256)) return [];
    const record = records.get(photoId);
    const facts = record ? factsIn(record) : NO_FACTS;
    return [{ job, sha256, photoId, credit: consent.credit, facts }];
  });
}

const factsIn = ({ fields }: StoredRecord): Facts => factsOf(shownFields(fields));

/** What is known of photos in all their jobs, by record. */
async function recordsOf(
  ctx: AccountContext,
  photos: readonly { readonly photoId: string; readonly sha256: string }[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  if (photos.length === 0) return new Map();
  const jobs = await jobsOfPhotos(
    ctx,
    photos.map(({ sha256 }) => sha256),
  );
  const ids = [
    ...photos.map(({ photoId }) => photoId),
    ...jobs.map(({ job, sha256 }) => photoIdOf(job, sha256)),
  ];
  const records = await findStoredRecords(ctx, [...new Set(ids)]);
  return new Map(records.map((record) => [record.id, record]));
}

/** Whether anybody hid or deleted a photo, also where another person's version says otherwise. */
export const isTakenAway = ({ fields }: Pick<StoredRecord, "fields">): boolean =>
  ["hidden", "trashedAt"].some((name) =>
    fields[name]?.values.some(({ value }) => value !== null && value !== undefined),
  );
