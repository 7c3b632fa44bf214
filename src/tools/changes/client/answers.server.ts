import { getBusiness } from "#ground/businesses/public.server.ts";
import type { PaperDeed } from "#ground/events/public.server.ts";
import { defineHeadline, listenToPapers } from "#ground/papers/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { closeChange } from "../close/close.server.ts";
import { clientReplied, clientViewed } from "../follow-up/matter.server.ts";
import { canBecome } from "../rules/states.ts";
import { remindApprovers } from "../send/send.server.ts";
import { lockRow, PAPER, versionOfPaper } from "../stored/changes.server.ts";
import { setState } from "../stored/set-state.server.ts";

/** A view or a question of the revision that was sent last. @returns whether it was of that one */
async function note(ctx: AccountContext, id: string, by: PaperDeed, did: "viewed" | "asked") {
  const row = await lockRow(ctx, id);
  if (row?.version !== by.version) return false;
  if (canBecome(row.state, did)) await setState(ctx, id, did, {}, by);
  return true;
}

/** Hears what approvers do with changes, in the transaction of the answer: an error refuses it. */
export function listenForChanges(): void {
  defineHeadline(PAPER, async (ctx, { number, title, id }) => {
    const { version } = await versionOfPaper(ctx, id);
    const { currency } = await getBusiness(ctx);
    return [number, title, formatAmount(version.sheet.cents, currency)].filter(Boolean).join(", ");
  });
  remindApprovers();
  listenToPapers(PAPER, {
    async viewed(ctx, id, by) {
      if (await note(ctx, id, by, "viewed")) await clientViewed(ctx, id, by);
    },
    async asked(ctx, id, by) {
      await note(ctx, id, by, "asked");
      await clientReplied(ctx, by);
    },
    approved: (ctx, id, by) => closeChange(ctx, id, { as: "approved", by }),
    declined: (ctx, id, by) => closeChange(ctx, id, { as: "declined", by }),
  });
}
