import { onEvent } from "#features/events/public.server.ts";
import { stopForLead } from "./data.server.ts";
import { createFirstSequence, enrolLeads } from "./enrol.server.ts";
import { NOT_SENT } from "./rules.ts";
import { forgetLeads, withdrawLeads } from "./withdraw.server.ts";

/** What this feature does when something happens elsewhere; each runs inside the transaction of what happened. */
export function listenForLeads(): void {
  onEvent("page.opened", (ctx, event) => createFirstSequence(ctx, event.pageId));
  // People of a file begin at the moment that was chosen for them, as if it were now.
  onEvent("leads.captured", (ctx, event) => enrolLeads({ ...ctx, now: event.startsAt ?? ctx.now }, event.captures));
  onEvent("leads.withdrawn", (ctx, event) => withdrawLeads(ctx, event.leadIds));
  onEvent("leads.removed", (ctx, event) => forgetLeads(ctx, event.leadIds));
  onEvent("lead.replied", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.replied, false));
  onEvent("lead.unsubscribed", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.unsubscribed, true));
  // What is planned would not be sent: the owner should not read that it will be.
  onEvent("lead.bounced", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.badAddress, true));
  onEvent("lead.complained", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.complained, true));
}
