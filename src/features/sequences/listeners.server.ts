import { onEvent } from "#features/events/public.server.ts";
import { createFirstSequence, enrolLead, stopForLead } from "./data.server.ts";
import { NOT_SENT } from "./rules.ts";

/** What this feature does when something happens elsewhere; each runs inside the transaction of what happened. */
export function listenForLeads(): void {
  onEvent("page.opened", (ctx, event) => createFirstSequence(ctx, event.pageId));
  onEvent("lead.captured", (ctx, event) => enrolLead(ctx, event.leadId, event.pageId));
  onEvent("lead.replied", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.replied, false));
  onEvent("lead.unsubscribed", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.unsubscribed, true));
}
