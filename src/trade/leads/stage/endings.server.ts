import { and, eq, min, ne } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { getLead } from "../data.server.ts";
import { lastHistoryEntry, markUndone, addHistory, reword } from "../history/history.server.ts";
import { leads, leadsReplies } from "../tables.server.ts";

/** How it ended with a lead. */
export type LeadOutcome = "won" | "lost";

const lead = (ctx: AccountContext, leadId: string) =>
  and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId));

/**
 * Notes that a lead has an appointment; what was planned for them stops. Twice is once.
 * @throws AppError not_found
 */
export async function bookLead(ctx: AccountContext, leadId: string): Promise<void> {
  const { bookedAt } = await getLead(ctx, leadId, { lock: true });
  if (bookedAt) return;
  await ctx.db.update(leads).set({ bookedAt: ctx.now }).where(lead(ctx, leadId));
  await addHistory(ctx, leadId, "booked");
  await publish(ctx, { type: "lead.booked", leadId });
}

/**
 * Notes how it ended; what was planned for them stops. The same again changes its reason alone, the other one
 * counts.
 * @param reason why, in the business's words; left out, none is said, or the one that stands stays
 * @throws AppError not_found
 */
export async function endLead(
  ctx: AccountContext,
  leadId: string,
  outcome: LeadOutcome,
  reason?: string,
): Promise<void> {
  const before = (await getLead(ctx, leadId, { lock: true })).outcome;
  if (before === outcome) {
    if (reason === undefined) return;
    await ctx.db
      .update(leads)
      .set({ outcomeReason: reason || null })
      .where(lead(ctx, leadId));
    const said = await lastHistoryEntry(ctx, leadId, [outcome]);
    if (said) await reword(ctx, leadId, said.id, reason || null);
    return;
  }
  // A change of mind takes back what the first brought about, such as a mail of thanks for the job.
  if (before) {
    await publish(ctx, { type: "lead.reopened", leadId, from: before });
    const said = await lastHistoryEntry(ctx, leadId, [before]);
    if (said) await markUndone(ctx, leadId, said.id);
  }
  await ctx.db
    .update(leads)
    .set({ outcome, outcomeAt: ctx.now, outcomeReason: reason || null })
    .where(lead(ctx, leadId));
  await addHistory(ctx, leadId, outcome, { words: reason || null });
  await publish(ctx, { type: "lead.ended", leadId, outcome });
}

/**
 * Takes back the last thing that was said of a lead: how it ended, else that there is an appointment. What
 * that stopped goes on. Where nothing was said it changes nothing.
 * @throws AppError not_found
 */
export async function reopenLead(ctx: AccountContext, leadId: string): Promise<void> {
  const { outcome, bookedAt } = await getLead(ctx, leadId, { lock: true });
  const from = outcome ?? (bookedAt ? "booked" : null);
  if (!from) return;
  await ctx.db
    .update(leads)
    .set(from === "booked" ? { bookedAt: null } : { outcome: null, outcomeAt: null, outcomeReason: null })
    .where(lead(ctx, leadId));
  await noteTakenBack(ctx, leadId, from);
  await publish(ctx, { type: "lead.reopened", leadId, from });
}

/**
 * Takes back that a lead answered, where the business had said so. What that stopped goes on, unless they
 * have answered in a way that was heard.
 * @throws AppError not_found
 */
export async function undoReply(ctx: AccountContext, leadId: string): Promise<void> {
  const { repliedAt } = await getLead(ctx, leadId, { lock: true });
  const theirs = and(eq(leadsReplies.accountId, ctx.account.id), eq(leadsReplies.leadId, leadId));
  const gone = await ctx.db
    .delete(leadsReplies)
    .where(and(theirs, eq(leadsReplies.via, "owner")))
    .returning({ id: leadsReplies.id });
  if (!gone.length || !repliedAt) return;
  const [heard] = await ctx.db
    .select({ at: min(leadsReplies.at) })
    .from(leadsReplies)
    .where(and(theirs, ne(leadsReplies.via, "owner")));
  const first = heard?.at ?? null;
  await ctx.db.update(leads).set({ repliedAt: first }).where(lead(ctx, leadId));
  await noteTakenBack(ctx, leadId, "replied");
  if (!first) await publish(ctx, { type: "lead.reopened", leadId, from: "replied" });
}

async function noteTakenBack(
  ctx: AccountContext,
  leadId: string,
  from: "booked" | "won" | "lost" | "replied",
): Promise<void> {
  const said = await lastHistoryEntry(ctx, leadId, [from]);
  if (said) await markUndone(ctx, leadId, said.id);
  await addHistory(ctx, leadId, "reopened", { details: { from, ...(said && { of: said.id }) } });
}
