import type { PaperDeed } from "#ground/events/public.server.ts";
import { closePaper } from "#ground/papers/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { findSent } from "../stored/changes.server.ts";
import { setState } from "../stored/set-state.server.ts";
import { mailReceipt } from "./receipt.server.ts";

/** How a change closes: by an answer of its approvers, or by its business or time. */
type Closing =
  | { readonly as: "approved" | "declined"; readonly by: PaperDeed }
  | { readonly as: "withdrawn" | "expired" };

/**
 * Closes a change: the only way, whoever closes it, but for voiding an approved one. The approvers' page
 * can't be answered any more, then the contract and devices hear of it (`setState`). A new revision that is
 * sent closes nothing but the paper of the revision before (`savePaper`).
 * @throws AppError conflict if it was never sent, or closed another way meanwhile
 */
export async function closeChange(ctx: AccountContext, id: string, closing: Closing): Promise<void> {
  const sent = await findSent(ctx, id);
  if (!sent) throw new AppError("conflict", "It hasn’t been sent yet.");
  await closePaper(ctx, sent.version.id, closing.as);
  const more = closing.as === "approved" ? { approvedAt: ctx.now } : {};
  await setState(ctx, id, closing.as, more, "by" in closing ? closing.by : null);
  if (closing.as === "approved") await mailReceipt(ctx, closing.by);
}
