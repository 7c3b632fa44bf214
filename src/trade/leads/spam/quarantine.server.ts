import { and, count, desc, eq, gt } from "drizzle-orm";
import { type AccountContext, database, isId, now } from "#platform/db/scope.server.ts";
import { isUnconfirmed } from "../capture/confirm.server.ts";
import { makeLeads } from "../capture/make-leads.server.ts";
import { leadsHeldBack } from "../tables.server.ts";

// Captures that look like spam wait here for their business to say whether a person sent them. Nothing is
// sent to them, nobody is told, and whoever left their name was thanked like everybody.

/** How long one is held. After it, it is not shown, and gone within the day. */
export const QUARANTINE_DAYS = 30;
/** Shown at most. */
const PAGE = 100;

/** One that is held back. */
export type QuarantinedCapture = typeof leadsHeldBack.$inferSelect;

const oldest = (at: Temporal.Instant) => at.subtract({ hours: 24 * QUARANTINE_DAYS });
const here = (ctx: AccountContext) =>
  and(eq(leadsHeldBack.accountId, ctx.account.id), gt(leadsHeldBack.at, oldest(ctx.now)));
const one = (ctx: AccountContext, id: string, email: string) =>
  and(here(ctx), eq(leadsHeldBack.id, id), eq(leadsHeldBack.email, email));

/** How many are held back. */
export async function countQuarantined(ctx: AccountContext): Promise<number> {
  const [row] = await ctx.db.select({ count: count() }).from(leadsHeldBack).where(here(ctx));
  return row!.count;
}

/** Those who are held back, newest first; a hundred at most, and once some of those are gone the next. */
export function listQuarantined(ctx: AccountContext): Promise<QuarantinedCapture[]> {
  return ctx.db
    .select()
    .from(leadsHeldBack)
    .where(here(ctx))
    .orderBy(desc(leadsHeldBack.at), desc(leadsHeldBack.id))
    .limit(PAGE);
}

/** What is held back of an address, in lower case. */
export function quarantinedOf(ctx: AccountContext, email: string): Promise<QuarantinedCapture[]> {
  return ctx.db
    .select()
    .from(leadsHeldBack)
    .where(and(here(ctx), eq(leadsHeldBack.email, email)))
    .orderBy(desc(leadsHeldBack.at));
}

/**
 * Makes a lead of one that is held back, with all that follows, as if it had come now: what it asked for is
 * sent today, not on the day it was held. In two windows at once it is one lead.
 * @returns `gone` where it is not held any more, `waits` where they have yet to confirm their address
 */
export async function releaseQuarantined(
  ctx: AccountContext,
  id: string,
  email: string,
): Promise<"released" | "waits" | "gone"> {
  if (!isId(id)) return "gone";
  const taken = await ctx.db
    .delete(leadsHeldBack)
    .where(one(ctx, id, email))
    .returning();
  await makeLeads(
    ctx,
    taken.map((held) => ({ ...held, at: ctx.now.toString() })),
  );
  if (!taken.length) return "gone";
  return (await isUnconfirmed(ctx, email)) ? "waits" : "released";
}

/**
 * Forgets one that is held back.
 * @returns false where it is not held any more
 */
export async function deleteQuarantined(ctx: AccountContext, id: string, email: string): Promise<boolean> {
  if (!isId(id)) return false;
  const gone = await ctx.db
    .delete(leadsHeldBack)
    .where(one(ctx, id, email))
    .returning({ id: leadsHeldBack.id });
  return gone.length > 0;
}

/** Forgets everywhere what was held for its whole time. */
export async function purgeQuarantined(): Promise<void> {
  await database().app.query("select leads_forget_held_back($1)", [oldest(now()).toString()]);
}
