import { personalLinks, type Referred, referralsOf, referrerOf } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

const OUTCOMES = { won: "Won", lost: "Lost" } as const;

/**
 * The referrals of a lead: who sent them, their own link to pass on, and who came by it.
 * @param isClient the link is for people whom the business worked for
 */
export async function loadReferrals(
  ctx: AccountContext,
  leadId: string,
  {
    touches,
    isClient,
  }: {
    readonly touches: readonly { readonly source: Readonly<Record<string, string>> }[];
    readonly isClient: boolean;
  },
) {
  let by: Referred | null = null;
  for (const { source } of touches) by ??= await referrerOf(ctx, source);
  return {
    by: by?.id === leadId ? null : by,
    link: isClient ? (await personalLinks(ctx))(leadId) : null,
    sent: (await referralsOf(ctx, leadId)).map(({ id, name, outcome }) => ({
      ...{ id, name },
      outcome: outcome && OUTCOMES[outcome],
    })),
  };
}
