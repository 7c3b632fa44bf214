import { getBusiness } from "#ground/businesses/public.server.ts";
import type { PaperDeed } from "#ground/events/public.server.ts";
import { mailApprovers } from "#ground/papers/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { versionOfPaper } from "../stored/changes.server.ts";

/** Emails those who approved it what they approved, in the transaction of the approval. */
export async function mailReceipt(ctx: AccountContext, { paperId }: PaperDeed): Promise<void> {
  await mailApprovers(ctx, paperId, async () => {
    const { version, row } = await versionOfPaper(ctx, paperId);
    const { currency } = await getBusiness(ctx);
    const { sheet } = version;
    const price = formatAmount(sheet.cents, currency);
    return {
      client: await clientOf(ctx, row.jobId),
      words: {
        what: "change order",
        subject: `Approved: ${row.co}, ${sheet.title}, ${price}`,
        paragraphs: [
          `Thank you. You approved ${sheet.title} for ${price}. It’s change order ${row.co} now.`,
          ...(sheet.contract.length > 0
            ? [sheet.contract.map(({ name, value }) => `${name}: ${value}`).join("\n")]
            : []),
        ],
      },
    };
  });
}
