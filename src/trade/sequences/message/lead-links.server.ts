import { listPages, referralQuery } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Step } from "../plan/planner.ts";
import type { LeadLinks } from "./lead-links.ts";

const NO_LINKS: LeadLinks = { referralLink: null, visitLink: null };

type VisitLinks = (ctx: AccountContext) => Promise<(leadId: string) => string | null>;

let visitLinks: VisitLinks = () => Promise.resolve(() => null);

/** Sets where the links to book a visit come from. Call once per process. */
export const defineVisitLinks = (links: VisitLinks): void => void (visitLinks = links);

/** Each lead's own links. Runs no query for links that no step has. */
export async function leadLinks(
  ctx: AccountContext,
  steps: readonly (Step | undefined)[],
): Promise<(leadId: string) => LeadLinks> {
  const has = (name: string) =>
    steps.some((step) => step && "body" in step && step.body.includes(`{{${name}}}`));
  const referralOf = has("referral_link") ? await referralLinks(ctx) : () => null;
  const visitOf = has("visit_link") ? await visitLinks(ctx) : () => null;
  return (leadId) => ({ referralLink: referralOf(leadId), visitLink: visitOf(leadId) });
}

/** To the newest open page, which then shows who referred the visitor. */
async function referralLinks(ctx: AccountContext): Promise<(leadId: string) => string | null> {
  const page = (await listPages(ctx)).find(({ closedAt }) => closedAt === null);
  return (leadId) =>
    page ? `${installation().publicUrl}/p/${page.slug}?${referralQuery(ctx.account.id, leadId)}` : null;
}

/** Examples for previews; null where there is none. */
export async function exampleLinks(ctx: AccountContext): Promise<LeadLinks> {
  const page = (await listPages(ctx)).find(({ closedAt }) => closedAt === null);
  const isBooking = (await visitLinks(ctx))(ctx.account.id) !== null;
  const { publicUrl } = installation();
  if (!page) return { ...NO_LINKS, visitLink: isBooking ? `${publicUrl}/visits/your-business` : null };
  return {
    referralLink: `${publicUrl}/p/${page.slug}`,
    visitLink: isBooking ? `${publicUrl}/visits/${page.slug}` : null,
  };
}
