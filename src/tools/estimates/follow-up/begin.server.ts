import { voiceOf } from "#trade/magnets/public.server.ts";
import {
  ensurePlay,
  listSequences,
  playsOf,
  startByEvent,
  stopAbout,
} from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { totalsOf } from "../rules/totals.ts";
import { findSent, isEstimate } from "../stored/estimates.server.ts";
import { estimates } from "../tables.server.ts";
import { moveToQuoted } from "./lead.server.ts";
import { leadWhoGot } from "./matter.server.ts";

/** The ready-made follow-ups that “Follow up if they don’t reply” turns on. */
const PLAYS = ["estimate-sent", "estimate-silent", "estimate-expiring"];

/** Those that are ready to use. */
export const ourPlays = async (ctx: AccountContext) =>
  (await playsOf(ctx)).filter(({ id }) => PLAYS.includes(id));

/** Those that this business has had on. */
export const ourSequences = async (ctx: AccountContext) =>
  (await listSequences(ctx)).filter(({ play }) => play !== null && PLAYS.includes(play));

/**
 * Begins what follows an estimate that was emailed: its client moves to “Quote” with its value, and gets
 * follow-up if its sender chose that.
 */
export async function beginFollowUp(ctx: AccountContext, id: string, followUp: boolean): Promise<void> {
  await ctx.db.update(estimates).set({ followUp }).where(isEstimate(ctx, id));
  const found = await findSent(ctx, id);
  const leadId = found && (await leadWhoGot(ctx, found.version));
  if (!followUp) await stopAbout(ctx, { aboutId: id }, "stopped by you");
  if (!leadId) return;
  await moveToQuoted(ctx, leadId, totalsOf(found.version.content).total);
  if (!followUp) return;
  // If one of them is on, the business turned the others off.
  if (!(await ourSequences(ctx)).some(({ retiredAt }) => retiredAt === null)) {
    const voice = await voiceOf(ctx);
    for (const play of await ourPlays(ctx)) await ensurePlay(ctx, play, voice);
  }
  await startByEvent(ctx, leadId, "estimate.sent", id);
}
