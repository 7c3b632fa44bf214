import { listPages, referralQuery } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Step } from "../plan/planner.ts";

/**
 * The link that a lead passes on to people they know: to the newest open page, which then says from whom they
 * come. Null for everybody where none is open. Asks nothing where no step has such a link.
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
