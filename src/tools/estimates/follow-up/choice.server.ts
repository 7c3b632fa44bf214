import { getBusiness } from "#ground/businesses/public.server.ts";
import { voiceOf } from "#trade/magnets/public.server.ts";
import { offerFollowUp } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import type { Estimate } from "../rules/estimate.ts";
import { formatDay } from "../rules/format.ts";
import { totalsOf } from "../rules/totals.ts";
import type { EstimateRow } from "../stored/estimates.server.ts";
import { PLAYS } from "./begin.server.ts";

/** The choice in the form that sends an estimate: whether it's on, and what would go out. */
export async function followUpChoice(
  ctx: AccountContext,
  of: {
    readonly row: EstimateRow;
    readonly estimate: Estimate;
    /** `work` of its `OutsideName`. */
    readonly work: string;
    readonly client: { readonly name: string; readonly leadId: string | null } | null;
  },
) {
  const { currency } = await getBusiness(ctx);
  const { validUntil } = of.estimate;
  return offerFollowUp(ctx, {
    plays: PLAYS,
    voice: await voiceOf(ctx),
    last: of.row.version === 0 ? null : of.row.followUp,
    client: of.client,
    matter: {
      title: of.work,
      number: of.row.number ?? "[number]",
      price: formatAmount(totalsOf(of.estimate).total, currency),
      ...(validUntil ? { valid_until: formatDay(validUntil) } : {}),
    },
  });
}
