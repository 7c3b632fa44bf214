import { getBusiness, jobZone } from "#ground/businesses/public.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import {
  defineHeadline,
  findPaper,
  type LinkChoices,
  listenToPapers,
  type Sending,
  sendPaper,
  sharePaper,
} from "#ground/papers/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { readAsked } from "./asked.ts";
import { type Gallery, GALLERY, paperOf, readGallery } from "./galleries.server.ts";

const nothing = { asks: "nothing" } as const;

/**
 * Emails a gallery, with a separate link for each recipient.
 * @param sending.form submitting the same form again emails no one twice
 * @throws AppError conflict after too many emails; forbidden if the business can't email
 */
export async function sendGallery(ctx: AccountContext, gallery: Gallery, sending: Sending): Promise<void> {
  const { jobId } = gallery;
  const { name } = await getBusiness(ctx);
  const business = name ?? installation().sender.mailbox.name;
  const job = (await findJob(ctx, jobId))?.name ?? "";
  const { photos } = await readGallery(ctx, gallery);
  const count = photos.length === 1 ? "1 photo" : `${photos.length} photos`;
  // A title that names the job needn't be named twice.
  const what = gallery.title.startsWith(job) ? gallery.title : `${job}: ${gallery.title}`;
  const sent = await sendPaper(
    ctx,
    await paperOf(ctx, gallery),
    { ...sending, ...nothing },
    {
      page: GALLERY,
      zone: await jobZone(ctx, jobId),
      client: await clientOf(ctx, jobId),
      words: {
        subject: `Photos: ${gallery.title}`,
        what: "photos",
        verb: "see",
        button: "See the photos",
        about:
          gallery.chosen.is === "list"
            ? `Here ${photos.length === 1 ? "is" : "are"} ${count} of ${what}.`
            : `Here are photos of ${what}. New ones show up on the same page.`,
        reason: `You’re getting this because ${business} works on this job.`,
      },
    },
  );
  for (const { linkId } of sent) await recordLink(ctx, gallery, linkId, photos.length);
}

/** Makes a link to hand over. @returns the full address, which can't be retrieved later */
export async function shareGallery(
  ctx: AccountContext,
  gallery: Gallery,
  link: LinkChoices,
): Promise<string> {
  const paper = await paperOf(ctx, gallery);
  const { address, recipient } = await sharePaper(ctx, paper, { ...link, ...nothing }, GALLERY);
  const { photos } = await readGallery(ctx, gallery);
  await recordLink(ctx, gallery, recipient.linkId, photos.length);
  return address;
}

/** In the history of the job; the recipient is the business's own matter. */
const recordLink = (
  ctx: AccountContext,
  { id, jobId, title, chosen }: Gallery,
  link: string,
  photos: number,
) =>
  append(ctx, {
    job: jobId,
    kind: "papers.shared",
    payload: { paper: id, document: title, link, photos, live: chosen.is !== "list" },
    author: ctx.user?.id ?? null,
  });

const silent = () => Promise.resolve();

/** Hears of first views, in their transaction. Called once per process. */
export function listenForGalleries(): void {
  defineHeadline(GALLERY, (_ctx, { title }, details) => {
    const asked = readAsked(details);
    return Promise.resolve(asked?.called ? `${asked.called}, in ${title}` : title);
  });
  listenToPapers(GALLERY, {
    async viewed(ctx, _, { paperId, recipientId }) {
      const { title, jobId } = await findPaper(ctx, paperId);
      if (jobId === null) return;
      const payload = { paper: paperId, document: title, recipient: recipientId };
      await append(ctx, { job: jobId, kind: "papers.viewed", payload, author: null });
    },
    asked: silent,
    approved: silent,
    declined: silent,
  });
}
