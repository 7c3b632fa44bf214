import { listPages, referralQuery } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Step } from "../plan/planner.ts";

/**
 * Returns each lead's link to pass on: to the newest open page, which then shows who referred the visitor.
 * All null if no page is open. Runs no query if no step has such a link.
 */
export async function referralLinks(
  ctx: AccountContext,
  steps: readonly (Step | undefined)[],
): Promise<(leadId: string) => string | null> {
  if (!steps.some((step) => step && "body" in step && step.body.includes("{{referral_link}}")))
    return () => null;
  const page = (await listPages(ctx)).find(({ closedAt }) => closedAt === null);
  return (leadId) =>
    page ? `${installation().publicUrl}/p/${page.slug}?${referralQuery(ctx.account.id, leadId)}` : null;
}
