import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatAmount } from "#platform/money/money.ts";
import { type Moment, moment } from "#platform/time/format.ts";
import { and, eq } from "drizzle-orm";
import type { Estimate } from "../rules/estimate.ts";
import { type EstimateRow, isEstimate } from "../stored/estimates.server.ts";
import { isFrozen } from "../rules/states.ts";
import { estimates } from "../tables.server.ts";
import { totalsOf } from "../rules/totals.ts";

export interface Deposit {
  /** "$270.00". */
  readonly amount: string;
  /** When somebody noted that it is here; null before. */
  readonly receivedAt: Moment | null;
}

/** The deposit of an approved estimate; null if none is due. */
export function depositOf(
  { state, choice, depositAt }: EstimateRow,
  estimate: Estimate,
  currency: string,
  zone: string,
): Deposit | null {
  const { deposit } = totalsOf(estimate, choice);
  if (!isFrozen(state) || deposit === 0) return null;
  return { amount: formatAmount(deposit, currency), receivedAt: depositAt && moment(depositAt, zone) };
}

/** Notes that the deposit is here, or that it isn't. @throws AppError not_found if nothing is approved */
export async function noteDeposit(ctx: AccountContext, id: string, isReceived: boolean): Promise<void> {
  const noted = await ctx.db
    .update(estimates)
    .set({ depositAt: isReceived ? ctx.now : null })
    .where(and(isEstimate(ctx, id), eq(estimates.state, "approved")))
    .returning({ id: estimates.id });
  if (noted.length === 0) throw new AppError("not_found", "That estimate doesn’t exist.");
}
