import { combineDeeds, deedsOf, forgetDeeds, recordDeed, restoreDeeds } from "./deeds.server.ts";
import { definePersonColumn, onEvent } from "./public.server.ts";
import { eventsDeeds } from "./tables.server.ts";

const DEEDS = "events.deeds";

/** Records deeds so that they can be queried later, including those with an event of their own. */
export function listenForDeeds(): void {
  definePersonColumn(eventsDeeds, "leadId");
  onEvent("lead.did", recordDeed);
  onEvent("lead.merging", async (ctx, { leadId, gone, remember }) =>
    remember(DEEDS, await combineDeeds(ctx, leadId, gone)),
  );
  onEvent("lead.unmerged", (ctx, { recall }) => restoreDeeds(ctx, recall(DEEDS)));
  onEvent("lead.erased", (ctx, { leadId }) => forgetDeeds(ctx, [leadId]));
  onEvent("leads.removed", (ctx, { leadIds }) => forgetDeeds(ctx, leadIds));
  onEvent("lead.asked", async (ctx, { leadId, tell }) => {
    const lines = (await deedsOf(ctx, leadId)).map(({ what, firstAt, lastAt, times }) => ({
      What: what,
      First: firstAt.toString(),
      Last: lastAt.toString(),
      Times: String(times),
    }));
    if (lines.length) tell("What you opened and did", lines);
  });
  onEvent("lead.replied", (ctx, { leadId }) => recordDeed(ctx, { leadId, what: "replied" }));
  onEvent("lead.booked", (ctx, { leadId }) => recordDeed(ctx, { leadId, what: "booked" }));
  onEvent("lead.ended", (ctx, { leadId, outcome }) => recordDeed(ctx, { leadId, what: outcome }));
}
