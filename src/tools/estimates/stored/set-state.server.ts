import type { PaperDeed } from "#ground/events/public.server.ts";
import { findStoredRecord, writeAsProduct } from "#ground/sync/public.server.ts";
import { stopAbout } from "#trade/sequences/public.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { publishState } from "../api/publish.server.ts";
import { canBecome, isFrozen, type State, STATE_RULES } from "../rules/states.ts";
import { type EstimateRow, lockRow, isEstimate } from "./estimates.server.ts";
import { estimates } from "../tables.server.ts";

/**
 * Changes where an estimate stands: the only place that does. Its devices, follow-up and webhooks follow, in
 * the same transaction.
 * @param by the client who did it; null for people of the business and for time
 * @throws AppError not_found; conflict if the state it has can't become this one
 */
export async function setState(
  ctx: AccountContext,
  id: string,
  state: State,
  more: Partial<Pick<EstimateRow, "version" | "cents" | "sentAt" | "choice">> = {},
  by: PaperDeed | null = null,
): Promise<void> {
  const row = await lockRow(ctx, id);
  const record = row && (await findStoredRecord(ctx, id));
  if (!record) throw new AppError("not_found", "That estimate doesn’t exist.");
  if (!canBecome(row.state, state))
    throw new AppError(
      "conflict",
      `The status of this estimate is now “${STATE_RULES[row.state].label}”. Reload the page, then try again.`,
    );
  const [changed] = await ctx.db
    .update(estimates)
    .set({ state, stateAt: ctx.now, ...more })
    .where(isEstimate(ctx, id))
    .returning();
  const { version, number, choice, cents } = changed!;
  // The follow-up of the state before.
  await stopAbout(ctx, { aboutId: id }, STATE_RULES[state].stops);
  const standing: Record<string, Json> = { state, version, number };
  if (isFrozen(state) && choice && cents !== null)
    standing["approved"] = { option: choice.option, extras: [...choice.extras], cents };
  await writeAsProduct(ctx, record, { standing });
  await publishState(ctx, changed!, by);
}
