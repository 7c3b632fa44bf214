import { and, eq, min, ne } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { getLead } from "../data.server.ts";
import { lastHistoryEntry, markUndone, addHistory, reword } from "../history/history.server.ts";
import { leads } from "../tables.server.ts";
import { leadsReplies } from "../mail/tables.server.ts";

export type LeadOutcome = "won" | "lost";

const isLead = (ctx: AccountContext, leadId: string) =>
  and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId));

/**
 * Records an appointment and publishes `lead.booked`, which stops follow-up. Idempotent.
 * @throws AppError not_found
 */
export async function bookLead(ctx: AccountContext, leadId: string): Promise<void> {
  const { bookedAt } = await getLead(ctx, leadId, { lock: true });
  if (bookedAt) return;
  await ctx.db.update(leads).set({ bookedAt: ctx.now }).where(isLead(ctx, leadId));
  await addHistory(ctx, leadId, "booked");
  await publish(ctx, { type: "lead.booked", leadId });
}

/**
 * Records that a person booked a visit. Each one publishes `lead.booked`, which stops follow-up.
 * @param words for their history
 * @throws AppError not_found
 */
export async function bookVisitOf(ctx: AccountContext, leadId: string, words: string): Promise<void> {
  const { bookedAt } = await getLead(ctx, leadId, { lock: true });
  if (!bookedAt) await ctx.db.update(leads).set({ bookedAt: ctx.now }).where(isLead(ctx, leadId));
  await noteVisit(ctx, leadId, words);
  await publish(ctx, { type: "lead.booked", leadId });
}

/**
 * Records that a person has no visit anymore. Their follow-up stays stopped, because somebody should talk to
 * them.
 * @param words for their history
 */
export async function cancelVisitOf(ctx: AccountContext, leadId: string, words: string): Promise<void> {
  await ctx.db.update(leads).set({ bookedAt: null }).where(isLead(ctx, leadId));
  await noteVisit(ctx, leadId, words);
}

/** Adds to a person's history what happened with a visit. */
export async function noteVisit(ctx: AccountContext, leadId: string, words: string): Promise<void> {
  await addHistory(ctx, leadId, "visit", { words });
}

/**
 * Records an outcome and publishes `lead.ended`, which stops follow-up. The same outcome again only changes
 * its reason; another one replaces it.
 * @param reason the business's reason; if undefined, an existing reason stays
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
      .where(isLead(ctx, leadId));
    const entry = await lastHistoryEntry(ctx, leadId, [outcome]);
    if (entry) await reword(ctx, leadId, entry.id, reason || null);
    return;
  }
  // Changing the outcome reverts what the first one caused, such as a thank-you email.
  if (before) {
    await publish(ctx, { type: "lead.reopened", leadId, from: before });
    const entry = await lastHistoryEntry(ctx, leadId, [before]);
    if (entry) await markUndone(ctx, leadId, entry.id);
  }
  await ctx.db
    .update(leads)
    .set({ outcome, outcomeAt: ctx.now, outcomeReason: reason || null })
    .where(isLead(ctx, leadId));
  await addHistory(ctx, leadId, outcome, { words: reason || null });
  await publish(ctx, { type: "lead.ended", leadId, outcome });
}

/**
 * Undoes the outcome, or else the appointment, and resumes what it stopped. Does nothing if there is neither.
 * @throws AppError not_found
 */
export async function reopenLead(ctx: AccountContext, leadId: string): Promise<void> {
  const { outcome, bookedAt } = await getLead(ctx, leadId, { lock: true });
  const from = outcome ?? (bookedAt ? "booked" : null);
  if (!from) return;
  await ctx.db
    .update(leads)
    .set(from === "booked" ? { bookedAt: null } : { outcome: null, outcomeAt: null, outcomeReason: null })
    .where(isLead(ctx, leadId));
  await recordUndo(ctx, leadId, from);
  await publish(ctx, { type: "lead.reopened", leadId, from });
}

/**
 * Undoes a reply that the owner reported. Resumes follow-up unless there is a real reply.
 * @throws AppError not_found
 */
export async function undoReply(ctx: AccountContext, leadId: string): Promise<void> {
  const { repliedAt } = await getLead(ctx, leadId, { lock: true });
  const theirs = and(eq(leadsReplies.accountId, ctx.account.id), eq(leadsReplies.leadId, leadId));
  const deleted = await ctx.db
    .delete(leadsReplies)
    .where(and(theirs, eq(leadsReplies.via, "owner")))
    .returning({ id: leadsReplies.id });
  if (!deleted.length || !repliedAt) return;
  const [received] = await ctx.db
    .select({ at: min(leadsReplies.at) })
    .from(leadsReplies)
    .where(and(theirs, ne(leadsReplies.via, "owner")));
  const first = received?.at ?? null;
  await ctx.db.update(leads).set({ repliedAt: first }).where(isLead(ctx, leadId));
  await recordUndo(ctx, leadId, "replied");
  if (!first) await publish(ctx, { type: "lead.reopened", leadId, from: "replied" });
}

async function recordUndo(
  ctx: AccountContext,
  leadId: string,
  from: "booked" | "won" | "lost" | "replied",
): Promise<void> {
  const entry = await lastHistoryEntry(ctx, leadId, [from]);
  if (entry) await markUndone(ctx, leadId, entry.id);
  await addHistory(ctx, leadId, "reopened", { details: { from, ...(entry && { of: entry.id }) } });
}
