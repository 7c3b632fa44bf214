import { and, count, desc, eq, gt } from "drizzle-orm";
import { type AccountContext, database, isId, now } from "#platform/db/scope.server.ts";
import { isUnconfirmed } from "../capture/confirm.server.ts";
import { makeLeads } from "../capture/make-leads.server.ts";
import { leadsHeldBack } from "../capture/tables.server.ts";

// Captures that look like spam wait here until the business decides. Until then nothing is sent and no one is
// notified; the sender saw the usual thank-you.

/** Days in quarantine. Older captures are hidden at once and deleted daily. */
export const QUARANTINE_DAYS = 30;
const MOST_LISTED = 100;

export type QuarantinedCapture = typeof leadsHeldBack.$inferSelect;

const oldest = (at: Temporal.Instant) => at.subtract({ hours: 24 * QUARANTINE_DAYS });
const inQuarantine = (ctx: AccountContext) =>
  and(eq(leadsHeldBack.accountId, ctx.account.id), gt(leadsHeldBack.at, oldest(ctx.now)));
const isCapture = (ctx: AccountContext, id: string, email: string) =>
  and(inQuarantine(ctx), eq(leadsHeldBack.id, id), eq(leadsHeldBack.email, email));

/** How many captures are quarantined. */
export async function countQuarantined(ctx: AccountContext): Promise<number> {
  const [row] = await ctx.db.select({ count: count() }).from(leadsHeldBack).where(inQuarantine(ctx));
  return row!.count;
}

/** The newest 100 quarantined captures; later ones move up as these are decided. */
export function listQuarantined(ctx: AccountContext): Promise<QuarantinedCapture[]> {
  return ctx.db
    .select()
    .from(leadsHeldBack)
    .where(inQuarantine(ctx))
    .orderBy(desc(leadsHeldBack.at), desc(leadsHeldBack.id))
    .limit(MOST_LISTED);
}

/** Quarantined captures of an address (lower case). */
export function quarantinedOf(ctx: AccountContext, email: string): Promise<QuarantinedCapture[]> {
  return ctx.db
    .select()
    .from(leadsHeldBack)
    .where(and(inQuarantine(ctx), eq(leadsHeldBack.email, email)))
    .orderBy(desc(leadsHeldBack.at));
}

/**
 * Makes a lead of a quarantined capture, as if it had arrived now, so that follow-up starts today. Safe to
 * call twice at once.
 * @returns `gone` if it is no longer quarantined, `waits` if they must confirm their address first
 */
export async function releaseQuarantined(
  ctx: AccountContext,
  id: string,
  email: string,
): Promise<"released" | "waits" | "gone"> {
  if (!isId(id)) return "gone";
  const released = await ctx.db
    .delete(leadsHeldBack)
    .where(isCapture(ctx, id, email))
    .returning();
  await makeLeads(
    ctx,
    released.map((capture) => ({ ...capture, at: ctx.now.toString() })),
  );
  if (!released.length) return "gone";
  return (await isUnconfirmed(ctx, email)) ? "waits" : "released";
}

/**
 * Deletes a quarantined capture.
 * @returns false if it is no longer quarantined
 */
export async function deleteQuarantined(ctx: AccountContext, id: string, email: string): Promise<boolean> {
  if (!isId(id)) return false;
  const deleted = await ctx.db
    .delete(leadsHeldBack)
    .where(isCapture(ctx, id, email))
    .returning({ id: leadsHeldBack.id });
  return deleted.length > 0;
}

/** Deletes expired captures in all accounts. */
export async function purgeQuarantined(): Promise<void> {
  await database().app.query("select leads_forget_held_back($1)", [oldest(now()).toString()]);
}
