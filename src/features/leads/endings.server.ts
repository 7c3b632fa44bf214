import { and, eq } from "drizzle-orm";
import { publish } from "#features/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { getLead } from "./data.server.ts";
import { leads } from "./tables.server.ts";

/** How it ended with a lead. */
export type LeadOutcome = "won" | "lost";

const lead = (ctx: AccountContext, leadId: string) => and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId));

/** Notes that a lead has an appointment; what was planned for them stops. Twice is once. @throws AppError not_found */
export async function bookLead(ctx: AccountContext, leadId: string): Promise<void> {
  const { bookedAt } = await getLead(ctx, leadId, { lock: true });
  if (bookedAt) return;
  await ctx.db.update(leads).set({ bookedAt: ctx.now }).where(lead(ctx, leadId));
  await publish(ctx, { type: "lead.booked", leadId });
}

/** Notes how it ended; what was planned for them stops. The same again changes nothing, the other one counts. @throws AppError not_found */
export async function endLead(ctx: AccountContext, leadId: string, outcome: LeadOutcome): Promise<void> {
  const before = (await getLead(ctx, leadId, { lock: true })).outcome;
  if (before === outcome) return;
  // A change of mind takes back what the first brought about, such as a mail of thanks for the job.
  if (before) await publish(ctx, { type: "lead.reopened", leadId, from: before });
  await ctx.db.update(leads).set({ outcome, outcomeAt: ctx.now }).where(lead(ctx, leadId));
  await publish(ctx, { type: "lead.ended", leadId, outcome });
}

/**
 * Takes back the last thing that was said of a lead: how it ended, else that there is an appointment. What that stopped goes on. Where
 * nothing was said it changes nothing. @throws AppError not_found
 */
export async function reopenLead(ctx: AccountContext, leadId: string): Promise<void> {
  const { outcome, bookedAt } = await getLead(ctx, leadId, { lock: true });
  const from = outcome ?? (bookedAt ? "booked" : null);
  if (!from) return;
  await ctx.db
    .update(leads)
    .set(from === "booked" ? { bookedAt: null } : { outcome: null, outcomeAt: null })
    .where(lead(ctx, leadId));
  await publish(ctx, { type: "lead.reopened", leadId, from });
}
