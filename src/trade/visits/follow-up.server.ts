import { and, eq } from "drizzle-orm";
import { registerVisitLink } from "#trade/leads/public.server.ts";
import { defineMatter, defineVisitLinks } from "#trade/sequences/public.server.ts";
import { businessLink, leadLink } from "./links.server.ts";
import { visitSettings } from "./settings.server.ts";
import { visitsVisits } from "./tables.server.ts";

/** What a client did or didn't; follow-up may start with both. */
export const MISSED = "visit.missed";
export const OVER = "visit.over";

/** Declares what follow-up can say and start with about visits. Call once per process. */
export function defineVisitFollowUps(): void {
  defineVisitLinks(async (ctx) => {
    const { isOpen } = await visitSettings(ctx);
    return isOpen ? (leadId) => leadLink(ctx, leadId) : () => null;
  });
  registerVisitLink(async (ctx, leadId) => {
    const { isOpen } = await visitSettings(ctx);
    if (!isOpen) return null;
    return leadId === null ? businessLink(ctx) : leadLink(ctx, leadId);
  });
  defineMatter({
    events: { [MISSED]: "misses a visit", [OVER]: "has had a visit" },
    reason: (business) => `You’re getting this because you booked a visit from ${business}.`,
    async find(ctx, id, event) {
      const [visit] = await ctx.db
        .select({ title: visitsVisits.title, state: visitsVisits.state })
        .from(visitsVisits)
        .where(and(eq(visitsVisits.accountId, ctx.account.id), eq(visitsVisits.id, id)));
      if (!visit) return undefined;
      const isTrue = visit.state === (event === MISSED ? "missed" : "booked");
      return isTrue ? { title: visit.title, number: "", price: "", valid_until: null } : null;
    },
    makeLink: (ctx, _id, lead) => Promise.resolve(leadLink(ctx, lead.id)),
  });
}
