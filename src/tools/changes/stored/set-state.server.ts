import type { PaperDeed } from "#ground/events/public.server.ts";
import { findStoredRecord, writeAsProduct } from "#ground/sync/public.server.ts";
import { nextNumber } from "#ground/papers/public.server.ts";
import { stopAbout } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { publishState } from "../api/publish.server.ts";
import { canBecome, type State, STATE_RULES } from "../rules/states.ts";
import { type ChangeRow, lockRow, isChange } from "./changes.server.ts";
import { changes } from "../tables.server.ts";

/** Writes where a change stands to its record, for devices. */
export async function writeStanding(ctx: AccountContext, row: ChangeRow): Promise<void> {
  const { id, state, version, pco, cor, co, cents, days } = row;
  const record = await findStoredRecord(ctx, id);
  if (record) await writeAsProduct(ctx, record, { standing: { state, version, pco, cor, co, cents, days } });
}

/**
 * Changes where a change stands: the only place that does. An approved one is the job's next change
 * order. Its devices, follow-up and webhooks follow in the same transaction.
 * @param by the approver who did it; null for people of the business and for time
 * @throws AppError not_found; conflict if the state it has can't become this one
 */
export async function setState(
  ctx: AccountContext,
  id: string,
  state: State,
  more: Partial<
    Pick<ChangeRow, "version" | "cents" | "days" | "covered" | "sentAt" | "approvedAt" | "voidReason">
  > = {},
  by: PaperDeed | null = null,
): Promise<ChangeRow> {
  const row = await lockRow(ctx, id);
  if (!row) throw new AppError("not_found", "That change doesn’t exist.");
  if (!canBecome(row.state, state))
    throw new AppError(
      "conflict",
      `The status of this change is now “${STATE_RULES[row.state].label}”. Reload the page, then try again.`,
    );
  const [changed] = await ctx.db
    .update(changes)
    .set({
      ...{ state, stateAt: ctx.now, ...more },
      ...(state === "approved" && row.co === null ? { co: await nextNumber(ctx, "CO", row.jobId) } : {}),
    })
    .where(isChange(ctx, id))
    .returning();
  const { stops } = STATE_RULES[state];
  if (stops !== undefined) await stopAbout(ctx, { aboutId: id }, stops);
  await writeStanding(ctx, changed!);
  await publishState(ctx, changed!, by);
  return changed!;
}
