import { and, eq, notInArray, sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { addressHash, getLead, type Lead } from "./data.server.ts";
import { leads, leadsAddresses, leadsSuppressions, SUPPRESSIONS, type Suppression } from "./tables.server.ts";

/** Opts a lead out, effective immediately. Idempotent. */
export async function unsubscribeLead(ctx: AccountContext, leadId: string): Promise<Lead> {
  const lead = await optOut(ctx, leadId, "unsubscribed");
  await publish(ctx, { type: "lead.unsubscribed", leadId });
  return lead;
}

/** Opts out a lead who reported our email as spam. */
export async function noteComplaint(ctx: AccountContext, leadId: string): Promise<void> {
  await optOut(ctx, leadId, "complained");
  await publish(ctx, { type: "lead.complained", leadId });
}

/**
 * Undoes an accidental opt-out and resumes what it stopped.
 * @param since the stored time of that opt-out
 * @returns false when the lead has since opted out again or complained
 */
export async function undoOptOut(
  ctx: AccountContext,
  leadId: string,
  since: Temporal.Instant,
): Promise<boolean> {
  const lead = await getLead(ctx, leadId);
  if (lead.email === null || !lead.unsubscribedAt?.equals(since)) return false;
  const mine = and(
    eq(leadsSuppressions.accountId, ctx.account.id),
    eq(leadsSuppressions.addressHash, addressHash(lead.email)),
  );
  const removed = await ctx.db
    .delete(leadsSuppressions)
    .where(and(mine, eq(leadsSuppressions.reason, "unsubscribed")))
    .returning({ hash: leadsSuppressions.addressHash });
  if (!removed.length) return false;
  for (const address of await otherEmailsOf(ctx, leadId))
    await ctx.db.delete(leadsSuppressions).where(
      and(
        eq(leadsSuppressions.accountId, ctx.account.id),
        eq(leadsSuppressions.addressHash, addressHash(address)),
        eq(leadsSuppressions.reason, "unsubscribed"),
        // An earlier refusal of that address stays.
        eq(leadsSuppressions.at, since),
      ),
    );
  await ctx.db
    .update(leads)
    .set({ unsubscribedAt: null })
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  // The opt-out had replaced the suppression for the bounced address; restore that one.
  if (lead.bouncedAt) await suppressAddress(ctx, lead.email, "bad_address");
  await publish(ctx, { type: "lead.came-back", leadId, since });
  return true;
}

async function otherEmailsOf(ctx: AccountContext, leadId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ address: leadsAddresses.address })
    .from(leadsAddresses)
    .where(
      and(
        eq(leadsAddresses.accountId, ctx.account.id),
        eq(leadsAddresses.leadId, leadId),
        eq(leadsAddresses.channel, "mail"),
      ),
    );
  return rows.map(({ address }) => address);
}

async function optOut(ctx: AccountContext, leadId: string, reason: Suppression): Promise<Lead> {
  const lead = await getLead(ctx, leadId);
  // All of them: the email may have gone to another address than the main one of today.
  for (const address of [lead.email, ...(await otherEmailsOf(ctx, leadId))])
    if (address !== null) await suppressAddress(ctx, address, reason);
  if (!lead.unsubscribedAt)
    await ctx.db
      .update(leads)
      .set({ unsubscribedAt: ctx.now })
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  return lead;
}

/**
 * Records that a lead's address bounced, during delivery or in a later report. Suppresses the address even if
 * the lead is already gone.
 */
export async function noteBadAddress(ctx: AccountContext, leadId: string, email: string): Promise<void> {
  await suppressAddress(ctx, email, "bad_address");
  // Their main address may be another one by now.
  const main = isId(leadId) ? await mainAddress(ctx, leadId) : undefined;
  if (main !== undefined && main !== email.trim().toLowerCase()) return;
  await ctx.db
    .update(leads)
    .set({ bouncedAt: sql`coalesce(${leads.bouncedAt}, ${ctx.now.toString()})` })
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await publish(ctx, { type: "lead.bounced", leadId });
}

async function mainAddress(ctx: AccountContext, leadId: string): Promise<string | null | undefined> {
  const [lead] = await ctx.db
    .select({ email: leads.email })
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  return lead?.email;
}

/**
 * Stops all email from this account to this address, or all texts to this phone number. A weaker reason never
 * replaces a stronger one (SUPPRESSIONS).
 */
export async function suppressAddress(
  ctx: AccountContext,
  email: string,
  reason: Suppression,
): Promise<void> {
  const stronger = SUPPRESSIONS.slice(SUPPRESSIONS.indexOf(reason) + 1);
  await ctx.db
    .insert(leadsSuppressions)
    .values({ accountId: ctx.account.id, addressHash: addressHash(email), reason, at: ctx.now })
    .onConflictDoUpdate({
      target: [leadsSuppressions.accountId, leadsSuppressions.addressHash],
      set: { reason },
      ...(stronger.length ? { setWhere: notInArray(leadsSuppressions.reason, stronger) } : {}),
    });
}
