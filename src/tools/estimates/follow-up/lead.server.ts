import { type PaperDeed, publish } from "#ground/events/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import {
  endLead,
  findLead,
  LONGEST_REASON,
  moveLead,
  stageOf,
  valueLead,
} from "#trade/leads/public.server.ts";
import { startByEvent } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { totalsOf } from "../rules/totals.ts";
import { findSent } from "../stored/estimates.server.ts";

// What an estimate does to its client as a lead: stage, value, and the follow-up that begins with an answer.

/** The job's client, or else the person who answered; null if neither is a lead. */
async function leadOf(ctx: AccountContext, id: string, { leadId }: PaperDeed) {
  const sent = await findSent(ctx, id);
  const client = (sent && (await findJob(ctx, sent.row.jobId))?.leadId) ?? leadId;
  const lead = sent && client !== null ? await findLead(ctx, client) : null;
  return sent && lead ? { ...sent, lead } : null;
}

/** Moves the client to “Quote” with the estimate's value, unless they gave us a job already. */
export async function moveToQuoted(ctx: AccountContext, leadId: string, cents: number): Promise<void> {
  const lead = await findLead(ctx, leadId);
  if (!lead || lead.outcome === "won") return;
  await valueLead(ctx, leadId, cents);
  if (stageOf(lead) !== "quoted") await moveLead(ctx, leadId, "quoted", { isContact: false });
}

/** Their look at it may begin a follow-up. */
export async function leadViewed(ctx: AccountContext, id: string, by: PaperDeed): Promise<void> {
  const found = await leadOf(ctx, id, by);
  if (found)
    await publish(ctx, { type: "lead.did", leadId: found.lead.id, what: "estimate.viewed", about: id });
}

/** Whatever else was planned for them ends: they are talking to us now. */
export async function leadAsked(ctx: AccountContext, id: string, by: PaperDeed): Promise<void> {
  const found = await leadOf(ctx, id, by);
  if (found) await publish(ctx, { type: "lead.replied", leadId: found.lead.id });
}

/** Marks the client as won, worth what they approved. */
export async function winLead(ctx: AccountContext, id: string, by: PaperDeed): Promise<void> {
  const found = await leadOf(ctx, id, by);
  if (!found) return;
  const leadId = found.lead.id;
  await valueLead(ctx, leadId, totalsOf(found.version.content, found.row.choice).total);
  await endLead(ctx, leadId, "won");
  await publish(ctx, { type: "lead.did", leadId, what: "estimate.approved", about: id });
}

/**
 * Marks the client as lost, unless they gave us another job. If they gave no reason, a follow-up may ask for
 * one.
 */
export async function loseLead(ctx: AccountContext, id: string, by: PaperDeed): Promise<void> {
  const found = await leadOf(ctx, id, by);
  if (!found) return;
  const { id: leadId, outcome } = found.lead;
  if (outcome !== "won") await endLead(ctx, leadId, "lost", by.words.slice(0, LONGEST_REASON));
  if (!by.words) await startByEvent(ctx, leadId, "estimate.declined", id);
}
