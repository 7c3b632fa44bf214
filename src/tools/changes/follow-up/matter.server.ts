import { getBusiness } from "#ground/businesses/public.server.ts";
import { type PaperDeed, publish } from "#ground/events/public.server.ts";
import { answersTo, leadWhoGot, linkAgain, recipientsOf } from "#ground/papers/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { findLead } from "#trade/leads/public.server.ts";
import { defineMatter, startByEvent, stopAbout } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { numberOf } from "../rules/states.ts";
import { findSent } from "../stored/changes.server.ts";

/** Days for which a link in a follow-up works. */
const LINK_DAYS = 30;

/**
 * What the client has done with a revision: only that counts, whatever other approvers did. Null if it went
 * to no client who is a lead, or they have decided, or don't have it yet because others are asked first.
 */
async function clientOfPaper(ctx: AccountContext, paperId: string) {
  const leadId = await leadWhoGot(ctx, paperId);
  if (leadId === null) return null;
  // Follow-up brings them other links to it.
  const own = (await recipientsOf(ctx, [paperId])).filter((one) => one.leadId === leadId);
  const ids = new Set(own.map(({ id }) => id));
  const hasDecided = (await answersTo(ctx, paperId)).some(
    ({ recipientId, answer }) => ids.has(recipientId) && answer !== "asked",
  );
  if (hasDecided || own.every(({ waiting }) => waiting !== null)) return null;
  return { leadId, hasViewed: own.some(({ viewedAt }) => viewedAt !== null) };
}

/** Lets follow-ups be about changes. Call once per process. */
export function defineChangeFollowUps(): void {
  defineMatter({
    events: { "change.sent": "is sent a change order", "change.viewed": "looks at a change order" },
    reason: (business) => `You’re getting this because ${business} sent you a change order.`,
    async find(ctx, id, event) {
      const found = await findSent(ctx, id);
      if (!found) return undefined;
      const { row, version } = found;
      const client = await clientOfPaper(ctx, version.id);
      const isSilent = row.state === "sent" || row.state === "viewed";
      const job = await findJob(ctx, row.jobId);
      if (!job || !isSilent || !row.followUp || client?.hasViewed !== (event === "change.viewed"))
        return null;
      const { currency } = await getBusiness(ctx);
      const { title, cents } = version.sheet;
      return { title, number: numberOf(row)!, price: formatAmount(cents, currency), valid_until: null };
    },
    async makeLink(ctx, id, lead) {
      const { version } = (await findSent(ctx, id))!;
      return linkAgain(ctx, version.id, lead.id, LINK_DAYS);
    },
  });
}

/** The client's first look ends one follow-up and begins another. */
export async function clientViewed(ctx: AccountContext, id: string, { leadId }: PaperDeed): Promise<void> {
  const found = await findSent(ctx, id);
  if (!found || leadId === null || leadId !== (await leadWhoGot(ctx, found.version.id))) return;
  await stopAbout(ctx, { aboutId: id }, "they opened it");
  await startByEvent(ctx, leadId, "change.viewed", id);
}

/** Whatever else was planned for them ends: they are talking to us now. */
export async function clientReplied(ctx: AccountContext, { leadId }: PaperDeed): Promise<void> {
  if (leadId !== null && (await findLead(ctx, leadId))) await publish(ctx, { type: "lead.replied", leadId });
}
