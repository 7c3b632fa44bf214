import { getBusiness } from "#ground/businesses/public.server.ts";
import type { PaperDeed } from "#ground/events/public.server.ts";
import { mailApprovers } from "#ground/papers/public.server.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { todayAt } from "#platform/time/day.ts";
import { stepsOf } from "../client/steps-after-yes.ts";
import { choiceIn } from "../rules/choice.ts";
import { TEXTS } from "../rules/estimate.ts";
import { formatDay } from "../rules/format.ts";
import { describeChoice } from "../rules/layout.ts";
import { outsideName } from "../rules/outside-name.ts";
import { totalsOf } from "../rules/totals.ts";
import { versionOfPaper } from "../stored/estimates.server.ts";

/** Emails the client what they approved, in the transaction of the approval. */
export async function mailReceipt(
  ctx: AccountContext,
  _id: string,
  { paperId, jobId, details }: PaperDeed,
): Promise<void> {
  if (jobId === null) return;
  await mailApprovers(ctx, paperId, async () => {
    const { content } = await versionOfPaper(ctx, paperId);
    const choice = choiceIn(content, details);
    const { total, deposit } = totalsOf(content, choice);
    const { name, currency } = await getBusiness(ctx);
    const job = await findJob(ctx, jobId);
    const client = await clientOf(ctx, jobId);
    const price = formatAmount(total, currency);
    const { title, isOwn } = outsideName({
      ...{ title: content.title, jobName: job?.name ?? "", client: client?.name ?? "" },
      address: job?.address ?? null,
    });
    const steps = {
      business: name ?? "The business",
      deposit: deposit > 0 ? formatAmount(deposit, currency) : null,
      howToPay: content.howToPay,
      start: content.start,
    };
    const day = formatDay(todayAt(ctx.now, await zoneOfJob(ctx, job)));
    return {
      client,
      words: {
        what: "estimate",
        subject: `Approved: ${isOwn ? title : "your estimate"}, ${price}`,
        paragraphs: [
          `Thank you. On ${day}, you approved ${describeChoice(content, choice, price)}.`,
          `What happens next:\n${stepsOf(steps)
            .map((step, at) => `${at + 1}. ${step}`)
            .join("\n")}`,
          ...(content.howToPay ? [`${TEXTS.howToPay.label}:\n${content.howToPay}`] : []),
        ],
      },
    };
  });
}
