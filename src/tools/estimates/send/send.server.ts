import {
  type LinkChoices,
  type Paper,
  savePaper,
  type Sending,
  sendPaper,
  sharePaper,
} from "#ground/papers/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatMoney } from "#platform/money/money.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { endOfDay } from "#platform/time/day.ts";
import { expireTask } from "../close/expire.server.ts";
import { moveToQuoted } from "../follow-up/lead.server.ts";
import { beginFollowUp } from "../follow-up/begin.server.ts";
import { totalsOf } from "../rules/totals.ts";
import { forClient, getEstimate, PAPER } from "../stored/estimates.server.ts";
import { setState } from "../stored/set-state.server.ts";
import { estimatesVersions } from "../tables.server.ts";
import type { Drawn } from "./draw.server.ts";
import { cancelScheduled } from "./scheduled.server.ts";

/**
 * Saves what was drawn as the newest version, unless its client has this one already.
 * @throws AppError conflict if it was changed, sent or approved meanwhile
 */
async function saveVersion(ctx: AccountContext, drawn: Drawn): Promise<Paper> {
  const { record, row, estimate, shown, number, version, last, pdf, zone } = drawn;
  const now = await getEstimate(ctx, record.id);
  const isSame = canonicalJson(now.estimate) === canonicalJson(estimate) && now.row.version === row.version;
  if (!isSame)
    throw new AppError("conflict", "It changed while it was being sent. Review it, then send it again.");
  const id = pdf === null ? last!.id : newId();
  const answerBy = estimate.validUntil === null ? undefined : endOfDay(estimate.validUntil, zone);
  const paper = await savePaper(ctx, {
    ...{ id, kind: PAPER, thingId: record.id, version, number, jobId: row.jobId, approvers: 1 },
    accountPath: `/account/estimates/${record.id}`,
    title: drawn.outside.title,
    fileName: `${number.toLowerCase()}${version > 1 ? `-v${version}` : ""}.pdf`,
    ...(pdf ?? { file: "", sha256: "" }),
    ...(answerBy ? { answerBy } : {}),
  });
  if (pdf === null) return paper;
  await ctx.db.insert(estimatesVersions).values({
    ...{ accountId: ctx.account.id, id, estimateId: record.id, version },
    ...{ content: forClient(shown), createdAt: ctx.now },
  });
  const cents = totalsOf(estimate).total;
  await setState(ctx, record.id, "sent", { version, cents, sentAt: row.sentAt ?? ctx.now });
  if (answerBy)
    await enqueue(
      ctx.db,
      expireTask,
      { accountId: ctx.account.id, id: record.id, version },
      { startAfter: answerBy.add({ seconds: 1 }) },
    );
  return paper;
}

/**
 * Emails a version, to each recipient with a link of their own. The client's stage, value and follow-up go
 * with it, and what was scheduled is over.
 * @param followUp whether the client gets follow-up until they reply
 * @throws AppError as saveVersion
 */
export async function sendEstimate(
  ctx: AccountContext,
  drawn: Drawn,
  sending: Sending,
  followUp = false,
): Promise<void> {
  const { record, estimate, number, job, zone, business, outside } = drawn;
  const { total } = totalsOf(estimate);
  const price = formatMoney(total, business.currency);
  await sendPaper(ctx, await saveVersion(ctx, drawn), sending, {
    page: PAPER,
    zone,
    client: await clientOf(ctx, job.jobId),
    words: {
      subject: outside.isOwn
        ? `Estimate ${number}: ${outside.title}, ${price}`
        : `${outside.title}: ${number}, ${price}`,
      what: "estimate",
      about: `Here’s ${outside.isOwn ? `the estimate for ${outside.title}` : "your estimate"}: ${price}${estimate.options.length > 0 ? ` for “${estimate.options[0]}”` : ""}. Open it to see what’s included, ask a question, or approve it.`,
      reason: `You’re getting this because you asked ${business.name ?? "us"} for an estimate.`,
    },
  });
  await beginFollowUp(ctx, record.id, followUp);
  await cancelScheduled(ctx, record.id);
}

/**
 * Makes a link to a version, to text or to hand over. The job's client is moved to “Quote”.
 * @returns the full address, which can't be retrieved later
 */
export async function shareEstimate(ctx: AccountContext, drawn: Drawn, link: LinkChoices): Promise<string> {
  const { address } = await sharePaper(ctx, await saveVersion(ctx, drawn), link, PAPER);
  const { leadId } = drawn.job;
  if (leadId !== null) await moveToQuoted(ctx, leadId, totalsOf(drawn.estimate).total);
  return address;
}
