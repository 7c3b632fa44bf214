import type { AccountContext } from "#platform/db/scope.server.ts";

/** What a page's follow-up will send to someone who asks now, at most. */
export interface PagePlan {
  /** Emails after the guide. */
  readonly emails: number;
  /** Days from asking to the last of them. */
  readonly days: number;
}

type FindPlan = (ctx: AccountContext, pageId: string) => Promise<PagePlan | undefined>;

let find: FindPlan = () => Promise.resolve(undefined);

/** Registers the source of plans: the sequences room, which depends on leads. */
export function registerPagePlan(provider: FindPlan): void {
  find = provider;
}

/** What a page's follow-up will send; undefined while it sends nothing. */
export const pagePlan: FindPlan = (ctx, pageId) => find(ctx, pageId);
