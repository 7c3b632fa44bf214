import { and, asc, eq, max, sql } from "drizzle-orm";
import { jobsOfPhotos, photoToShare, photosToShare, type SharedPhoto } from "#ground/media/public.server.ts";
import { findStoredRecords } from "#ground/sync/public.server.ts";
import { type ConsentedPicture, type ConsentedWork, defineRecentWork } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { photoId } from "../rules/ids.ts";
import { stageLabel, tagLine } from "../rules/photo.ts";
import { photosAsked, photosRecent } from "../tables.server.ts";
import { groupPairs, mayUse, MOST_RECENT, RECENT_PATH } from "./rules.ts";
import { type Consented, consentsOf, isTakenAway, photosConsented } from "./stored.server.ts";

type Row = typeof photosRecent.$inferSelect;

const ofAccount = (ctx: AccountContext) => eq(photosRecent.accountId, ctx.account.id);

/** What the business chose, in its order, whether it may be shown now or not. */
export const chosenWork = (ctx: AccountContext): Promise<Row[]> =>
  ctx.db
    .select()
    .from(photosRecent)
    .where(ofAccount(ctx))
    .orderBy(asc(photosRecent.place), asc(photosRecent.id));

const idsOf = ({ jobId, sha256, pair }: Pick<Row, "jobId" | "sha256" | "pair">): string[] =>
  [sha256, ...(pair ? [pair] : [])].map((one) => photoId(jobId, one));

/** What a photo shows, in words: its caption or its tags, never who took it or where. */
function altOf({ facts }: Consented, caption: string): string {
  const words = caption || facts.caption || tagLine(facts) || "Recent work";
  const half = facts.stage === "before" || facts.stage === "after" ? stageLabel(facts.stage) : null;
  return half === null || words.includes(half) ? words : `${half}: ${words}`;
}

/** The photos of some works that may be shown and are there, with their sizes, by record. */
async function pictures(
  ctx: AccountContext,
  consented: readonly Consented[],
): Promise<(one: Consented, caption: string) => ConsentedPicture | undefined> {
  const shared = new Map(
    (
      await photosToShare(
        ctx,
        null,
        consented.map(({ sha256 }) => sha256),
      )
    ).map((photo) => [photo.sha256, photo]),
  );
  return (one, caption) => {
    const thumb = shared.get(one.sha256)?.derivatives.thumb;
    return thumb && { id: one.photoId, alt: altOf(one, caption), width: thumb.width, height: thumb.height };
  };
}

/** What the page shows now. A pair of which one half may not be shown isn't shown. */
async function worksOnPage(ctx: AccountContext): Promise<ConsentedWork[]> {
  const rows = await chosenWork(ctx);
  if (rows.length === 0) return [];
  const agreed = await photosConsented(ctx, "page", rows.flatMap(idsOf));
  const byId = new Map(agreed.map((one) => [one.photoId, one]));
  const pictureOf = await pictures(ctx, agreed);
  return rows.flatMap((row) => {
    const found = idsOf(row).flatMap((id) => byId.get(id) ?? []);
    const [first, second] = found.flatMap((one) => pictureOf(one, row.caption) ?? []);
    if (!first || (row.pair && !second)) return [];
    const credit = found.map((one) => one.credit).find((one) => one !== "") ?? null;
    return [
      {
        ...{ id: row.id, caption: row.caption || null, credit },
        pictures: second ? ([first, second] as const) : ([first] as const),
      },
    ];
  });
}

/** Photos for an email: what is on the page first, then the newest. */
async function worksForEmails(ctx: AccountContext, most: number): Promise<ConsentedWork[]> {
  const agreed = await photosConsented(ctx, "emails");
  if (agreed.length === 0) return [];
  const rows = await chosenWork(ctx);
  const chosen = rows.flatMap(idsOf);
  const captions = new Map(rows.flatMap((row) => idsOf(row).map((id) => [id, row.caption] as const)));
  const place = ({ photoId: id }: Consented) => {
    const at = chosen.indexOf(id);
    return at < 0 ? chosen.length : at;
  };
  const first = agreed
    .toReversed()
    .toSorted((one, other) => place(one) - place(other))
    // Some may not be there any more.
    .slice(0, most * 4);
  const pictureOf = await pictures(ctx, first);
  return first
    .flatMap((one) => {
      const caption = captions.get(one.photoId) ?? "";
      const picture = pictureOf(one, caption);
      return picture
        ? [
            {
              id: one.photoId,
              caption: caption || null,
              credit: one.credit || null,
              pictures: [picture] as const,
            },
          ]
        : [];
    })
    .slice(0, most);
}

async function pictureFor(
  ctx: AccountContext,
  id: string,
  shownIn: "page" | "emails",
): Promise<SharedPhoto | undefined> {
  const [agreed] = await photosConsented(ctx, shownIn, [id]);
  if (!agreed) return undefined;
  // What the office took off its page isn't served as the page's.
  if (shownIn === "page" && !(await chosenWork(ctx)).some((row) => idsOf(row).includes(id))) return undefined;
  return photoToShare(ctx, null, agreed.sha256);
}

/** Photos that are hidden or deleted, or whose client was asked and doesn't agree to the page. */
async function refusedOnPage(ctx: AccountContext, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const jobs = await jobsOfPhotos(ctx, hashes);
  const asked = await consentsOf(
    ctx,
    jobs.map(({ job, sha256 }) => photoId(job, sha256)),
  );
  const records = await findStoredRecords(
    ctx,
    jobs.map(({ job, sha256 }) => photoId(job, sha256)),
  );
  const gone = new Set(records.flatMap((record) => (isTakenAway(record) ? record.id : [])));
  return new Set([
    ...asked.flatMap(({ sha256, consent }) => (mayUse(consent, "page") ? [] : sha256)),
    ...jobs.flatMap(({ job, sha256 }) => (gone.has(photoId(job, sha256)) ? sha256 : [])),
  ]);
}

/** Provides the business's page and emails with what clients agree to. Called once per process. */
export const defineConsentedWork = (): void =>
  defineRecentWork({
    page: worksOnPage,
    emails: worksForEmails,
    picture: pictureFor,
    refused: refusedOnPage,
    path: RECENT_PATH,
  });

/** Photos and pairs that the page may show and doesn't yet. */
export async function workToChoose(ctx: AccountContext): Promise<
  {
    readonly id: string;
    readonly jobId: string;
    readonly sha256: string;
    readonly pair: string | null;
    readonly alt: string;
  }[]
> {
  const chosen = new Set((await chosenWork(ctx)).flatMap(idsOf));
  const agreed = (await photosConsented(ctx, "page")).filter(({ photoId: id }) => !chosen.has(id));
  const asked = await ctx.db
    .select({ photoId: photosAsked.photoId, askId: photosAsked.askId, place: photosAsked.place })
    .from(photosAsked)
    .where(eq(photosAsked.accountId, ctx.account.id));
  // A request has pairs in the order in which they were taken.
  const places = new Map(asked.map(({ photoId: id, place }) => [id, place]));
  return [...Map.groupBy(agreed, ({ job }) => job)].flatMap(([, ofJob]) =>
    groupPairs(
      ofJob.map((one) => ({
        ...one,
        ...{ pair: one.facts.pair, stage: one.facts.stage },
        at: places.get(one.photoId) ?? 0,
      })),
    ).map(([first, second]) => ({
      ...{ id: first.photoId, jobId: first.job, sha256: first.sha256 },
      ...{ pair: second?.sha256 ?? null, alt: altOf(first, "") },
    })),
  );
}

/** One choice at a time, so that two people don't give two works one place. */
const lock = (ctx: AccountContext) =>
  ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} photos.recent`}, 1))`,
  );

/**
 * Shows a photo or a pair on the page, last. Again, it changes nothing.
 * @throws AppError conflict if its client doesn't agree, or the page is full
 */
export async function showWork(ctx: AccountContext, id: string): Promise<void> {
  await lock(ctx);
  const rows = await chosenWork(ctx);
  if (rows.some((row) => row.id === id)) return;
  const work = (await workToChoose(ctx)).find((one) => one.id === id);
  if (!work) throw new AppError("conflict", "Your client doesn’t agree to this on your page any more.");
  if (rows.length >= MOST_RECENT)
    throw new AppError("conflict", `Your page has room for ${MOST_RECENT}. Remove one first.`);
  const [last] = await ctx.db
    .select({ place: max(photosRecent.place) })
    .from(photosRecent)
    .where(ofAccount(ctx));
  const { jobId, sha256, pair } = work;
  await ctx.db.insert(photosRecent).values({
    ...{ accountId: ctx.account.id, id, jobId, sha256, pair, caption: "" },
    place: (last?.place ?? 0) + 1,
  });
}

const one = (ctx: AccountContext, id: string) => and(ofAccount(ctx), eq(photosRecent.id, id));

/** Takes work off the page. Its client's yes stays. */
export async function hideWork(ctx: AccountContext, id: string): Promise<void> {
  await ctx.db.delete(photosRecent).where(one(ctx, id));
}

/** Says what work shows; an empty text removes the caption. */
export async function captionWork(ctx: AccountContext, id: string, caption: string): Promise<void> {
  await ctx.db.update(photosRecent).set({ caption }).where(one(ctx, id));
}

/** Moves work one place up or down. At the end it changes nothing. */
export async function moveWork(ctx: AccountContext, id: string, way: "up" | "down"): Promise<void> {
  await lock(ctx);
  const rows = await chosenWork(ctx);
  const at = rows.findIndex((row) => row.id === id);
  const [own, other] = [rows[at], rows[at + (way === "up" ? -1 : 1)]];
  if (!own || !other) return;
  await ctx.db.update(photosRecent).set({ place: other.place }).where(one(ctx, own.id));
  await ctx.db.update(photosRecent).set({ place: own.place }).where(one(ctx, other.id));
}
