import { and, eq } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Spacing } from "./spacing.ts";
import { leads } from "../tables.server.ts";
import { stopTexts } from "../text/text-consent.server.ts";

const isLead = (ctx: AccountContext, leadId: string) =>
  and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId));

/** Pauses email to a lead until a day, or resumes it (null). Follow-up is rescheduled. */
export async function pauseLead(
  ctx: AccountContext,
  leadId: string,
  until: Temporal.PlainDate | null,
): Promise<void> {
  await ctx.db
    .update(leads)
    .set({ pausedUntil: until?.toString() ?? null })
    .where(isLead(ctx, leadId));
  await publish(ctx, { type: "lead.wished", leadId });
}

/** Limits how often a lead gets email, or lifts the limit (null). Follow-up is rescheduled. */
export async function spaceMails(
  ctx: AccountContext,
  leadId: string,
  spacing: Spacing | null,
): Promise<void> {
  await ctx.db.update(leads).set({ mailSpacing: spacing }).where(isLead(ctx, leadId));
  await publish(ctx, { type: "lead.wished", leadId });
}

/** Stops texts to a lead's number. Email continues. */
export async function stopTextsTo(ctx: AccountContext, leadId: string): Promise<void> {
  const [lead] = await ctx.db.select({ phone: leads.phone }).from(leads).where(isLead(ctx, leadId));
  if (lead?.phone) await stopTexts(ctx, lead.phone);
}

/** Whether texts are possible: `none` without a phone number. */
export async function textsTo(ctx: AccountContext, leadId: string): Promise<"none" | "open" | "stopped"> {
  const { phone, textsStoppedAt } = leads;
  const [lead] = await ctx.db.select({ phone, textsStoppedAt }).from(leads).where(isLead(ctx, leadId));
  if (!lead?.phone) return "none";
  return lead.textsStoppedAt ? "stopped" : "open";
}
