import type { z } from "zod";
import { getBusiness, jobZone } from "#ground/businesses/public.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import {
  defineHeadline,
  findPaper,
  listenToPapers,
  type Paper,
  sendPaper,
  sharePaper,
} from "#ground/papers/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { getJob, publishedOf } from "../package.server.ts";
import { CLOSEOUT, paperOf } from "../paper/make.server.ts";
import { LINK_DAYS, type sendSchema } from "../schema.ts";

const CHOICES = { days: LINK_DAYS, passcode: "", asks: "nothing" } as const;

/** @throws AppError conflict before a version is published */
async function paperToShare(ctx: AccountContext, jobId: string) {
  const job = await getJob(ctx, jobId);
  const [newest] = await publishedOf(ctx, jobId);
  if (!newest) throw new AppError("conflict", "Publish the package first. Then you can share it.");
  return { job, paper: await paperOf(ctx, job) };
}

/**
 * Emails the package, with a link for each recipient.
 * @throws AppError conflict before a version is published, and after too many emails; forbidden if the
 * business can't email
 */
export async function sendPackage(
  ctx: AccountContext,
  jobId: string,
  sending: z.output<typeof sendSchema>,
): Promise<void> {
  const { job, paper } = await paperToShare(ctx, jobId);
  const business = (await getBusiness(ctx)).name ?? installation().sender.mailbox.name;
  // Your client knows the place, not what the job is called here.
  const place = job.address ?? "your project";
  const sent = await sendPaper(
    ctx,
    paper,
    { ...sending, ...CHOICES },
    {
      page: CLOSEOUT,
      zone: await jobZone(ctx, jobId),
      client: await clientOf(ctx, jobId),
      words: {
        subject: `Your closeout package for ${place}`,
        what: "package",
        verb: "see",
        button: "Open the package",
        about: `Here’s what to keep from the work at ${job.address ?? "your place"}: the warranty letter, the papers you signed, photos, and who to call.`,
        closing:
          "Keep this email: the link works for ten years. You can also download everything there. Anyone with the link can see the package.",
        reason: `You’re getting this because ${business} worked on this job.`,
      },
    },
  );
  for (const { linkId } of sent) await recordLink(ctx, paper, linkId);
}

/** Makes a link to hand over. @returns the full address, which can't be retrieved later */
export async function sharePackage(ctx: AccountContext, jobId: string): Promise<string> {
  const { job, paper } = await paperToShare(ctx, jobId);
  // It goes with the client, if they ask to be erased.
  const { address, recipient } = await sharePaper(ctx, paper, CHOICES, CLOSEOUT, job.leadId);
  await recordLink(ctx, paper, recipient.linkId);
  return address;
}

/** In the history of the job; the recipient is the business's own matter. */
const recordLink = (ctx: AccountContext, { id, jobId, title }: Paper, link: string) =>
  append(ctx, {
    job: jobId!,
    kind: "papers.shared",
    payload: { paper: id, document: title, link },
    author: ctx.user?.id ?? null,
  });

const silent = () => Promise.resolve();

/** Hears of first views, in their transaction. */
export function listenForPackages(): void {
  defineHeadline(CLOSEOUT, (_ctx, { title }) => Promise.resolve(title));
  listenToPapers(CLOSEOUT, {
    async viewed(ctx, jobId, { paperId, recipientId }) {
      const { title } = await findPaper(ctx, paperId);
      const payload = { paper: paperId, document: title, recipient: recipientId };
      await append(ctx, { job: jobId, kind: "papers.viewed", payload, author: null });
    },
    asked: silent,
    approved: silent,
    declined: silent,
  });
}
