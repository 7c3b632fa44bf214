import { and, eq, sql } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { hashOfText, hexOf } from "#platform/ids/hash.ts";
import { moment } from "#platform/time/format.ts";
import type { Estimate } from "../rules/estimate.ts";
import { forClient } from "../stored/estimates.server.ts";
import { tomorrowMorning, zoneInWords } from "./send-time.ts";
import { estimatesScheduled } from "../tables.server.ts";

export type ScheduledRow = typeof estimatesScheduled.$inferSelect;

/** SQL condition: what is scheduled for an estimate. */
export const isScheduledFor = (ctx: AccountContext, id: string) =>
  and(eq(estimatesScheduled.accountId, ctx.account.id), eq(estimatesScheduled.estimateId, id));

/** Fields that are hashed when they are empty too, because stored hashes have them. Never add one. */
const ALWAYS_HASHED: ReadonlySet<string> = new Set([
  ...["title", "start", "message", "excluded", "terms", "howToPay", "lines", "photos", "options"],
  ...["discount", "taxes", "deposit", "payments", "validUntil", "showsPrices"],
]);

const isEmpty = (value: unknown): boolean =>
  value === "" || value === null || (Array.isArray(value) && value.length === 0);

/**
 * A hash of what a client would get: with another hash, they would get something else. A field that a later
 * version of Plumbline adds doesn't change it while it is empty, so what was scheduled before is still sent.
 */
export const contentHash = (estimate: Estimate): string => {
  const hashed = Object.entries(forClient(estimate)).filter(
    ([name, value]) => ALWAYS_HASHED.has(name) || !isEmpty(value),
  );
  return hexOf(hashOfText(canonicalJson(Object.fromEntries(hashed))));
};

/** Cancels a scheduled email, or clears the note that it wasn't sent. Canceling again changes nothing. */
export async function cancelScheduled(ctx: AccountContext, id: string): Promise<void> {
  await ctx.db.delete(estimatesScheduled).where(isScheduledFor(ctx, id));
}

/** What the office shows of scheduling: what waits or wasn't sent, and when the next could go. */
export async function scheduleView(ctx: AccountContext, id: string, estimate: Estimate) {
  const [row] = await ctx.db.select().from(estimatesScheduled).where(isScheduledFor(ctx, id));
  const zone = await zoneOf(ctx);
  const shown = contentHash(estimate);
  return {
    shown,
    tomorrow: tomorrowMorning(ctx.now, zone),
    zone: zoneInWords(zone),
    waiting: row?.sending
      ? { to: row.sending.to.join(", "), at: moment(row.at, zone), isChanged: row.contentHash !== shown }
      : null,
    failure: row?.failure ?? null,
  };
}

export type ScheduleView = Awaited<ReturnType<typeof scheduleView>>;

/** Locks the row; undefined if it was canceled, sent or scheduled again meanwhile. */
export async function claimScheduled(
  ctx: AccountContext,
  { estimateId, createdAt }: ScheduledRow,
): Promise<ScheduledRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(estimatesScheduled)
    .where(isScheduledFor(ctx, estimateId))
    .for("update");
  return row?.createdAt.equals(createdAt) ? row : undefined;
}

/** Removes what waits for an erased person's address. @param email null if it isn't proven to be theirs */
export async function forgetScheduled(ctx: AccountContext, email: string | null): Promise<void> {
  if (email === null) return;
  await ctx.db
    .delete(estimatesScheduled)
    .where(
      and(
        eq(estimatesScheduled.accountId, ctx.account.id),
        sql`${estimatesScheduled.sending} -> 'to' ? ${email.toLowerCase()}`,
      ),
    );
}
