import { and, eq } from "drizzle-orm";
import { getBusiness, jobZone, letterheadOf } from "#ground/businesses/public.server.ts";
import { append, lockFirst } from "#ground/evidence/public.server.ts";
import {
  jobsOfPhotos,
  photosToShare,
  type SharedPhoto,
  withPicturesOnDisk,
} from "#ground/media/public.server.ts";
import {
  type LinkChoices,
  type Paper,
  findPaper,
  savePaper,
  sendPaper,
  sharePaper,
  storePdf,
} from "#ground/papers/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { clientOf, contactOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { isVideo } from "#platform/pictures/kinds.ts";
import { photoId } from "../rules/ids.ts";
import { readRoll } from "../gallery/roll.server.ts";
import { factsOf, NO_FACTS } from "../rules/photo.ts";
import { photosAsked, photosAsks } from "../tables.server.ts";
import { CONSENT, groupPairs, MOST_ASKED, OPENS_DAYS, type Wording, wordingOf } from "./rules.ts";
import { saveStates } from "./states.server.ts";
import { isTakenAway } from "./stored.server.ts";
import { documentOf } from "./document.ts";

const LINK: LinkChoices = { days: OPENS_DAYS, passcode: "", asks: "nothing" };

/** A photo that a client can be asked about. */
export interface PhotoToAsk {
  readonly sha256: string;
  readonly caption: string;
  readonly pair: string | null;
  readonly stage: string | null;
  /** When it was taken, in milliseconds since 1970. */
  readonly at: number;
  readonly shared: SharedPhoto;
}

const wrong = (message: string): AppError =>
  new AppError("invalid", message, { fields: { photos: message } });

/**
 * The photos of a job to ask its client about, pairs side by side.
 * @throws AppError not_found for an unknown job; invalid for photos that can't be shown, with the reason
 */
export async function photosToAsk(
  ctx: AccountContext,
  job: string,
  hashes: readonly string[],
): Promise<PhotoToAsk[]> {
  const wanted = [...new Set(hashes)];
  if (wanted.length === 0) throw wrong("Choose at least one photo.");
  if (wanted.length > MOST_ASKED) throw wrong(`Choose at most ${MOST_ASKED} photos for one request.`);
  const named = await jobsOfPhotos(ctx, wanted);
  const ofJob = new Set(named.flatMap((one) => (one.job === job ? one.sha256 : [])));
  const ids = new Map(wanted.map((sha256) => [sha256, photoId(job, sha256)]));
  const records = await findStoredRecords(ctx, [...ids.values()]);
  const facts = new Map(records.map((one) => [one.id, factsOf(shownFields(one.fields))]));
  const gone = new Set(records.flatMap((one) => (isTakenAway(one) ? one.id : [])));
  const shared = (await photosToShare(ctx, job, wanted)).filter(({ sha256 }) => ofJob.has(sha256));
  if (shared.some(({ kind }) => isVideo(kind))) throw wrong("Videos can’t be shown. Choose photos only.");
  const found = shared.filter(
    ({ sha256, derivatives: { thumb, screen, report } }) =>
      thumb && screen && report && !gone.has(ids.get(sha256)!),
  );
  if (found.length < wanted.length)
    throw wrong(
      "Some of these photos are hidden, deleted, or still on their way to us. Choose them again in a minute.",
    );
  const times = new Map((await readRoll(ctx, job, wanted)).map(({ shot }) => [shot.sha256, shot.at]));
  const photos = found.map((photo): PhotoToAsk => {
    const { caption, pair, stage } = facts.get(ids.get(photo.sha256)!) ?? NO_FACTS;
    // As everywhere else: when the record says it was taken, not what the file says.
    const at = times.get(photo.sha256) ?? (photo.takenAt ?? photo.receivedAt).epochMilliseconds;
    return { sha256: photo.sha256, caption, pair, stage, at, shared: photo };
  });
  return groupPairs(photos).flat();
}

/** What a request needs of its job; `client` is who is asked. */
export async function jobToAsk(ctx: AccountContext, jobId: string) {
  const job = await findJob(ctx, jobId);
  if (!job) throw new AppError("not_found", "Page not found.");
  return {
    job,
    zone: await jobZone(ctx, jobId),
    client: await clientOf(ctx, jobId),
    business: await getBusiness(ctx),
  };
}

/** What somebody fills in to ask a client. */
export interface NewAsk {
  /** Submitting it again asks nobody twice. */
  readonly form: string;
  readonly job: string;
  readonly photos: readonly string[];
}

/**
 * Saves a request with its frozen document. Drawing takes a moment, so no transaction may be open.
 * @param within runs work in a transaction as the acting person
 * @param deliver runs in the transaction that saves it
 */
async function saveAsk<T>(
  within: <R>(work: (ctx: AccountContext) => Promise<R>) => Promise<R>,
  { form, job: jobId, photos: hashes }: NewAsk,
  deliver: (ctx: AccountContext, paper: Paper) => Promise<T>,
): Promise<T> {
  const prepared = await within(async (ctx) => {
    const known = await jobToAsk(ctx, jobId);
    return {
      ...known,
      photos: await photosToAsk(ctx, jobId, hashes),
      letterhead: await letterheadOf(known.business),
      account: ctx.account.id,
      createdAt: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
    };
  });
  const { business, photos, zone, createdAt, account, letterhead } = prepared;
  const wording = wordingOf(business.name ?? "The business");
  const bytes = await withPicturesOnDisk(
    photos.map(({ shared }) => shared),
    (pictures) =>
      renderPdf(
        documentOf({
          ...{ wording, photos, pictures, zone, createdAt, ...letterhead },
          ...{ business: business.name ?? "", contact: contactOf(business) },
        }),
      ),
  );
  const pdf = await storePdf(account, bytes);
  const id = derivedId("photos.ask", account, form);
  return within(async (ctx) => {
    await lockFirst(ctx);
    const [isNew] = await ctx.db
      .insert(photosAsks)
      .values({ accountId: ctx.account.id, id, jobId, wording, createdAt: ctx.now })
      .onConflictDoNothing()
      .returning({ id: photosAsks.id });
    if (!isNew) return deliver(ctx, await findPaper(ctx, id));
    await ctx.db.insert(photosAsked).values(
      photos.map(({ sha256 }, place) => ({
        ...{ accountId: ctx.account.id, askId: id, sha256, jobId, place },
        photoId: photoId(jobId, sha256),
      })),
    );
    const paper = await savePaper(ctx, {
      ...{ id, kind: CONSENT, thingId: id, version: 1, jobId, accountPath: `/account/photos/asks/${id}` },
      ...{ title: "May we show these photos?", fileName: "photos.pdf", ...pdf },
    });
    await append(ctx, {
      job: jobId,
      kind: "photos.asked",
      payload: { ask: id, document: paper.sha256, photos: photos.map(({ sha256 }) => sha256) },
    });
    await saveStates(ctx, id);
    return deliver(ctx, paper);
  });
}

/** Emails a request to a client. @returns its id */
export async function sendAsk(
  within: <R>(work: (ctx: AccountContext) => Promise<R>) => Promise<R>,
  ask: NewAsk,
  { to, words }: { readonly to: string; readonly words: string },
): Promise<string> {
  return saveAsk(within, ask, async (ctx, paper) => {
    const { client, zone, business, job } = await jobToAsk(ctx, ask.job);
    const name = business.name ?? "We";
    await sendPaper(
      ctx,
      paper,
      { ...LINK, to: [to], words, form: ask.form },
      {
        ...{ page: CONSENT, zone, client, leadId: job.leadId },
        words: {
          subject: `May we show ${ask.photos.length === 1 ? "a photo" : "photos"} of your project?`,
          what: "photos",
          about: `${name} would like to show ${ask.photos.length === 1 ? "a photo" : "some photos"} of your project. See exactly which, and decide where. You can say no, and you can change your mind at any time.`,
          button: ask.photos.length === 1 ? "See the photo and decide" : "See the photos and decide",
          closing:
            "Keep this email: the link keeps working, so you can change your mind there. Don’t share it, because anyone with the link can answer for you.",
          reason: `You’re getting this because ${name} worked at ${job.address ?? job.name}.`,
        },
      },
    );
    return paper.id;
  });
}

/** Makes a request with a link to hand over. @returns its id, and the full address, shown only once */
export const shareAsk = (
  within: <R>(work: (ctx: AccountContext) => Promise<R>) => Promise<R>,
  ask: NewAsk,
): Promise<{ readonly id: string; readonly address: string }> =>
  saveAsk(within, ask, async (ctx, paper) => {
    return { id: paper.id, address: await linkTo(ctx, paper) };
  });

/** Makes another link to a request, for a client who lost theirs. @returns the full address */
export const shareAskAgain = async (ctx: AccountContext, id: string): Promise<string> =>
  linkTo(ctx, await findPaper(ctx, id));

/** A link of the job's client, so that it ends when they are erased. @returns the full address */
async function linkTo(ctx: AccountContext, paper: Paper): Promise<string> {
  const leadId = (await findJob(ctx, paper.jobId!))?.leadId ?? null;
  return (await sharePaper(ctx, paper, LINK, CONSENT, leadId)).address;
}

/** The words of a request, locked until the transaction ends, so that answers come one after the other. */
export async function lockAsk(ctx: AccountContext, id: string): Promise<{ jobId: string; wording: Wording }> {
  await lockFirst(ctx);
  const [ask] = await ctx.db
    .select()
    .from(photosAsks)
    .where(and(eq(photosAsks.accountId, ctx.account.id), eq(photosAsks.id, id)))
    .for("update");
  if (!ask) throw new AppError("not_found", "Page not found.");
  return ask;
}
