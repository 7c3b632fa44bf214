import { and, eq, lte, sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { noteVisit } from "#trade/leads/public.server.ts";
import { stopAbout } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatVisitTime } from "./format.ts";
import { MISSED, OVER } from "./follow-up.server.ts";
import { visitsVisits } from "./tables.server.ts";
import { getVisit } from "./visits.server.ts";

const isVisit = (ctx: AccountContext, id: string) =>
  and(eq(visitsVisits.accountId, ctx.account.id), eq(visitsVisits.id, id));

/** How long after its end a visit counts as over, so that a no-show can be noted first. */
const GRACE: Temporal.DurationLike = { hours: 2 };

/**
 * Notes that the client wasn't there, which can start follow-up. A second call changes nothing.
 * @throws AppError not_found; conflict before the visit begins, or if it was canceled
 */
export async function missVisit(ctx: AccountContext, id: string): Promise<void> {
  const visit = await getVisit(ctx, id, { lock: true });
  if (visit.state === "missed") return;
  if (visit.state === "canceled") throw new AppError("conflict", "This visit was canceled.");
  if (Temporal.Instant.compare(visit.startsAt, ctx.now) > 0)
    throw new AppError("conflict", "This visit hasn’t begun yet.");
  await ctx.db
    .update(visitsVisits)
    .set({ state: "missed", overAt: ctx.now, remindAt: null })
    .where(isVisit(ctx, id));
  await noteVisit(ctx, visit.leadId, `Missed the visit: ${formatVisitTime(visit, await zoneOf(ctx))}`);
  await stopAbout(ctx, { aboutId: id }, "they missed the visit");
  await publish(ctx, { type: "lead.did", leadId: visit.leadId, what: MISSED, about: id });
}

/**
 * Notes that the client was there after all, and ends the follow-up that the no-show started.
 * @throws AppError not_found
 */
export async function unmissVisit(ctx: AccountContext, id: string): Promise<void> {
  const visit = await getVisit(ctx, id, { lock: true });
  if (visit.state !== "missed") return;
  await ctx.db.update(visitsVisits).set({ state: "booked", overAt: null }).where(isVisit(ctx, id));
  await noteVisit(ctx, visit.leadId, "The visit took place after all");
  await stopAbout(ctx, { aboutId: id }, "undone by you");
}

/** Notes which visits are over, which can start follow-up. Each is noted once, even by several processes. */
export async function noteOver(ctx: AccountContext): Promise<void> {
  const over = await ctx.db
    .update(visitsVisits)
    .set({ overAt: ctx.now })
    .where(
      and(
        eq(visitsVisits.accountId, ctx.account.id),
        eq(visitsVisits.state, "booked"),
        sql`${visitsVisits.overAt} is null`,
        lte(visitsVisits.endsAt, ctx.now.subtract(GRACE)),
      ),
    )
    .returning({ id: visitsVisits.id, leadId: visitsVisits.leadId });
  for (const { id, leadId } of over) await publish(ctx, { type: "lead.did", leadId, what: OVER, about: id });
}
