import { listPages, personalLinks, recentWorkForMail } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Step } from "../plan/planner.ts";
import type { LeadLinks } from "./lead-links.ts";
import { MOST_PICTURES, type RecentWorkBlock } from "./recent-work.ts";

const NO_LINKS: LeadLinks = { referralLink: null, visitLink: null, recentWork: null };

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
  const referralOf = has("referral_link") ? await personalLinks(ctx) : () => null;
  const visitOf = has("visit_link") ? await visitLinks(ctx) : () => null;
  const recentWork = has("recent_work") ? await recentWorkBlock(ctx) : null;
  return (leadId) => ({ referralLink: referralOf(leadId), visitLink: visitOf(leadId), recentWork });
}

/** As clients agree right now; null without an open page, to which it leads. */
async function recentWorkBlock(ctx: AccountContext): Promise<RecentWorkBlock | null> {
  const page = (await listPages(ctx)).find(({ closedAt }) => closedAt === null);
  const pictures = page ? await recentWorkForMail(ctx, MOST_PICTURES) : [];
  return page && pictures.length > 0
    ? { pictures, page: `${installation().publicUrl}/p/${page.slug}` }
    : null;
}

/** Examples for previews; null where there is none. */
export async function exampleLinks(ctx: AccountContext): Promise<LeadLinks> {
  const page = (await listPages(ctx)).find(({ closedAt }) => closedAt === null);
  const isBooking = (await visitLinks(ctx))(ctx.account.id) !== null;
  const { publicUrl } = installation();
  if (!page) return { ...NO_LINKS, visitLink: isBooking ? `${publicUrl}/visits/your-business` : null };
  return {
    recentWork: await recentWorkBlock(ctx),
    referralLink: `${publicUrl}/p/${page.slug}`,
    visitLink: isBooking ? `${publicUrl}/visits/${page.slug}` : null,
  };
}
