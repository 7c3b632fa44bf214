import type { PaperDeed } from "#ground/events/public.server.ts";
import { closePaper } from "#ground/papers/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { loseLead, winLead } from "../follow-up/lead.server.ts";
import { choiceIn } from "../rules/choice.ts";
import { totalsOf } from "../rules/totals.ts";
import { findSent } from "../stored/estimates.server.ts";
import { setState } from "../stored/set-state.server.ts";
import { startJob } from "./job.server.ts";
import { mailReceipt } from "./receipt.server.ts";

/** How an estimate closes: by an answer of its client, or by its business or time. */
type Closing =
  | { readonly as: "approved" | "declined"; readonly by: PaperDeed }
  | { readonly as: "withdrawn" | "expired" };

type Follow = (ctx: AccountContext, id: string, by: PaperDeed) => Promise<void>;

/** What follows on an answer, in its transaction: an error in one of them refuses the answer. */
const FOLLOWS: Readonly<Record<"approved" | "declined", readonly Follow[]>> = {
  approved: [startJob, winLead, mailReceipt],
  declined: [loseLead],
};

/**
 * Closes an estimate: the only way, whoever closes it. The client's page can't be answered any more, then
 * devices, follow-up and webhooks hear of it (`setState`), then what follows happens. A new version that is
 * sent closes nothing but the paper of the version before (`savePaper`).
 * @throws AppError conflict if it was never sent, or closed another way meanwhile
 */
export async function closeEstimate(ctx: AccountContext, id: string, closing: Closing): Promise<void> {
  const sent = await findSent(ctx, id);
  if (!sent) throw new AppError("conflict", "It hasn’t been sent yet.");
  const { content } = sent.version;
  const by = "by" in closing ? closing.by : null;
  await closePaper(ctx, sent.version.id, closing.as);
  // One option is chosen, which declines the others.
  const choice = closing.as === "approved" ? choiceIn(content, closing.by.details) : null;
  await setState(ctx, id, closing.as, choice ? { choice, cents: totalsOf(content, choice).total } : {}, by);
  if ("by" in closing) for (const follow of FOLLOWS[closing.as]) await follow(ctx, id, closing.by);
}
