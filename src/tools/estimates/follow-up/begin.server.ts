import { leadWhoGot } from "#ground/papers/public.server.ts";
import { voiceOf } from "#trade/magnets/public.server.ts";
import { startByEvent, stopAbout, turnOnPlays } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { totalsOf } from "../rules/totals.ts";
import { findSent, isEstimate } from "../stored/estimates.server.ts";
import { estimates } from "../tables.server.ts";
import { moveToQuoted } from "./lead.server.ts";

/** The ready-made follow-ups that “Follow up if they don’t reply” turns on. */
export const PLAYS = ["estimate-sent", "estimate-silent", "estimate-expiring"];

/**
 * Begins what follows an estimate that was emailed: its client moves to “Quote” with its value, and gets
 * follow-up if its sender chose that.
 */
export async function beginFollowUp(ctx: AccountContext, id: string, followUp: boolean): Promise<void> {
  await ctx.db.update(estimates).set({ followUp }).where(isEstimate(ctx, id));
  const found = await findSent(ctx, id);
  const leadId = found && (await leadWhoGot(ctx, found.version.id));
  if (!followUp) await stopAbout(ctx, { aboutId: id }, "stopped by you");
  if (!leadId) return;
  await moveToQuoted(ctx, leadId, totalsOf(found.version.content).total);
  if (!followUp) return;
  await turnOnPlays(ctx, PLAYS, await voiceOf(ctx));
  await startByEvent(ctx, leadId, "estimate.sent", id);
}
