import { getBusiness } from "#ground/businesses/public.server.ts";
import {
  definePaperChoice,
  type Hears,
  listenToPapers,
  type ReadPaperChoice,
} from "#ground/papers/public.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { closeEstimate } from "../close/close.server.ts";
import { leadAsked, leadViewed } from "../follow-up/lead.server.ts";
import { choiceOf } from "../rules/choice.ts";
import { describeChoice } from "../rules/layout.ts";
import { canBecome } from "../rules/states.ts";
import { totalsOf } from "../rules/totals.ts";
import { lockRow, PAPER, versionOfPaper } from "../stored/estimates.server.ts";
import { setState } from "../stored/set-state.server.ts";

/** Reads the choice of an approval; its total is a field, so a price that the page didn't show is refused. */
const readChoice: ReadPaperChoice = async (ctx, { id }, { option, extras = "" }) => {
  const { content } = await versionOfPaper(ctx, id);
  const choice = choiceOf(content, option, extras.split(","));
  const { total } = totalsOf(content, choice);
  const { currency } = await getBusiness(ctx);
  return {
    details: { ...choice, total },
    statement: describeChoice(content, choice, formatAmount(total, currency)),
    fields: { option: String(choice.option), extras: choice.extras.join(","), total: String(total) },
  };
};

/** What an estimate does when its client does something. */
const HEARS: Hears = {
  async viewed(ctx, id, by) {
    const row = await lockRow(ctx, id);
    if (row?.version !== by.version || !canBecome(row.state, "viewed")) return;
    await setState(ctx, id, "viewed", {}, by);
    await leadViewed(ctx, id, by);
  },
  async asked(ctx, id, by) {
    const row = await lockRow(ctx, id);
    if (row && canBecome(row.state, "asked")) await setState(ctx, id, "asked", {}, by);
    // A question about one that is declined or over is a reply too.
    await leadAsked(ctx, id, by);
  },
  approved: (ctx, id, by) => closeEstimate(ctx, id, { as: "approved", by }),
  declined: (ctx, id, by) => closeEstimate(ctx, id, { as: "declined", by }),
};

/** Hears what clients do with estimates, in the transaction of the answer: an error refuses it. */
export function listenForEstimates(): void {
  definePaperChoice(PAPER, readChoice);
  listenToPapers(PAPER, HEARS);
}
