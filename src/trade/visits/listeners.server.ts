import { and, desc, eq, inArray } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { definePersonColumn, onEvent } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { defineVisitFollowUps } from "./follow-up.server.ts";
import { formatVisitTime } from "./format.ts";
import { visitsVisits } from "./tables.server.ts";

const LABELS = { booked: "booked", canceled: "canceled", missed: "missed" } as const;

/** Reacts to events of other rooms, in their transactions. */
export function listenForVisitors(): void {
  definePersonColumn(visitsVisits, "leadId");
  defineVisitFollowUps();
  onEvent("lead.asked", async (ctx, { leadId, tell }) => {
    const [rows, zone] = [await visitsOf(ctx, leadId), await zoneOf(ctx)];
    tell(
      "Visits you booked",
      rows.map((visit) => ({
        When: formatVisitTime(visit, zone),
        What: visit.title,
        State: LABELS[visit.state],
        "What you typed": [visit.name, visit.email, visit.phone, visit.address, visit.note]
          .filter(Boolean)
          .join("\n"),
      })),
    );
  });
  onEvent("lead.erased", (ctx, { leadId }) => eraseVisits(ctx, [leadId]));
  onEvent("leads.removed", (ctx, { leadIds }) => eraseVisits(ctx, leadIds));
}

/** A person's visits, newest first. */
function visitsOf(ctx: AccountContext, leadId: string) {
  return ctx.db
    .select()
    .from(visitsVisits)
    .where(and(eq(visitsVisits.accountId, ctx.account.id), eq(visitsVisits.leadId, leadId)))
    .orderBy(desc(visitsVisits.startsAt));
}

async function eraseVisits(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  await ctx.db
    .delete(visitsVisits)
    .where(and(eq(visitsVisits.accountId, ctx.account.id), inArray(visitsVisits.leadId, [...leadIds])));
}
