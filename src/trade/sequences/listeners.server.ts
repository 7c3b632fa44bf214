import { definePersonColumn, onEvent } from "#ground/events/public.server.ts";
import { registerPagePlan, registerPageStatus } from "#trade/leads/public.server.ts";
import { createFirstSequence, enrollLeads } from "./enrollment/enroll.server.ts";
import { eraseFollowUp, describeFollowUp } from "./enrollment/erase.server.ts";
import { mergeFollowUp, renumberRuns, undoMergedFollowUp } from "./enrollment/merge.server.ts";
import { NOT_SENT } from "./rules.ts";
import { planOfPage, statusesOfPages } from "./status/status.server.ts";
import { startByEvent } from "./enrollment/start.server.ts";
import { stopForLead, undoStop } from "./enrollment/stop.server.ts";
import { resumeAfterOptOut, planByPreference, planNewByPreference } from "./plan/preferences.server.ts";
import { forgetLeads, withdrawLeads } from "./enrollment/withdraw.server.ts";
import { sequencesEnrolments } from "./tables.server.ts";

const MERGED = "sequences.follow-up";

/** Reacts to events of other rooms, in their transactions. */
export function listenForLeads(): void {
  registerPageStatus(statusesOfPages);
  registerPagePlan(planOfPage);
  definePersonColumn(sequencesEnrolments, "leadId");
  onEvent("lead.merging", async (ctx, { leadId, gone, remember }) =>
    remember(MERGED, await renumberRuns(ctx, leadId, gone)),
  );
  onEvent("lead.merged", async (ctx, { leadId, remember, recall }) =>
    remember(MERGED, await mergeFollowUp(ctx, leadId, recall(MERGED))),
  );
  onEvent("lead.unmerged", (ctx, event) => undoMergedFollowUp(ctx, event, event.recall(MERGED)));
  onEvent("page.opened", (ctx, event) => createFirstSequence(ctx, event.pageId));
  onEvent("leads.captured", async (ctx, event) => {
    // People from a file start at the time chosen for them.
    await enrollLeads(
      { ...ctx, now: event.startsAt ?? ctx.now },
      event.captures,
      event.startsAt === undefined,
    );
    await planNewByPreference(
      ctx,
      event.captures.map(({ leadId }) => leadId),
    );
  });
  onEvent("lead.wished", (ctx, event) => planByPreference(ctx, event.leadId, { changed: true }));
  onEvent("lead.came-back", (ctx, event) => resumeAfterOptOut(ctx, event.leadId, event.since));
  onEvent("lead.asked", (ctx, event) => describeFollowUp(ctx, event.leadId, event.tell));
  onEvent("lead.erased", (ctx, event) => eraseFollowUp(ctx, event.leadId, event.name));
  onEvent("leads.withdrawn", (ctx, event) => withdrawLeads(ctx, event.leadIds));
  onEvent("leads.removed", (ctx, event) => forgetLeads(ctx, event.leadIds));
  onEvent("lead.replied", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.replied, false));
  onEvent("lead.unsubscribed", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.unsubscribed, true));
  onEvent("lead.private", (ctx, { leadId }) => stopForLead(ctx, leadId, NOT_SENT.private, true));
  // Nothing could be delivered, so nothing should be shown as planned.
  onEvent("lead.bounced", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.badAddress, true));
  onEvent("lead.complained", (ctx, event) => stopForLead(ctx, event.leadId, NOT_SENT.complained, true));
  // Stop before starting what this triggers.
  onEvent("lead.booked", async (ctx, { leadId }) => {
    await stopForLead(ctx, leadId, NOT_SENT.booked, false);
    await startByEvent(ctx, leadId, "booked");
  });
  onEvent("lead.ended", async (ctx, { leadId, outcome }) => {
    await stopForLead(ctx, leadId, NOT_SENT[outcome], false);
    await startByEvent(ctx, leadId, outcome);
  });
  onEvent("lead.reopened", (ctx, { leadId, from }) => undoStop(ctx, leadId, from));
  onEvent("lead.did", (ctx, { leadId, what, about }) => startByEvent(ctx, leadId, what, about));
}
