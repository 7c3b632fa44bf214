import { type PaperDeed, publish } from "#ground/events/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import {
  endLead,
  getLead,
  LONGEST_REASON,
  moveLead,
  stageOf,
  valueLead,
} from "#trade/leads/public.server.ts";
import { startByEvent, stopAbout } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type State, STATE_RULES } from "../rules/states.ts";
import { totalsOf } from "../rules/totals.ts";
import { findSent } from "../follow-up/matter.server.ts";

/** Ends the follow-up of the state before. Called whenever the state of an estimate changes. */
export const stopFollowUp = (ctx: AccountContext, id: string, state: State): Promise<void> =>
  stopAbout(ctx, { aboutId: id }, STATE_RULES[state].stops);

/**
 * Moves the client in the pipeline, and starts what follows on their answer. In its transaction.
 * @param did what the estimate's state became
 */
export async function afterAnswer(
  ctx: AccountContext,
  did: "viewed" | "asked" | "approved" | "declined",
  { thingId, leadId: recipient, words }: PaperDeed,
): Promise<void> {
  const found = await findSent(ctx, thingId);
  const leadId = (found && (await findJob(ctx, found.row.jobId))?.leadId) ?? recipient;
  if (!found || leadId === null) return;
  const lead = await findLead(ctx, leadId);
  if (!lead) return;
  const act = (what: string) => publish(ctx, { type: "lead.did", leadId, what, about: thingId });
  if (did === "viewed") return act("estimate.viewed");
  // Whatever else was planned for them, they are talking to us now.
  if (did === "asked") return publish(ctx, { type: "lead.replied", leadId });
  if (did === "approved") {
    await valueLead(ctx, leadId, totalsOf(found.version.content, found.row.choice).total);
    await endLead(ctx, leadId, "won");
    return act("estimate.approved");
  }
  // Someone who gave us another job is won all the same.
  if (lead.outcome !== "won") await endLead(ctx, leadId, "lost", words.slice(0, LONGEST_REASON));
  if (!words) await startByEvent(ctx, leadId, "estimate.declined", thingId);
}

/** A job may name a lead whose import was undone. */
const findLead = (ctx: AccountContext, leadId: string) => getLead(ctx, leadId).catch(() => null);

/** Moves the client to “Quote” with the estimate's value, unless they gave us a job already. */
export async function moveToQuoted(ctx: AccountContext, leadId: string, cents: number): Promise<void> {
  const lead = await findLead(ctx, leadId);
  if (!lead || lead.outcome === "won") return;
  await valueLead(ctx, leadId, cents);
  if (stageOf(lead) !== "quoted") await moveLead(ctx, leadId, "quoted", { isContact: false });
}
