import type { AccountContext } from "#platform/db/scope.server.ts";

/** How what a page sends is, in a word and a sentence. */
export interface PageStatus {
  readonly state: string;
  readonly words: string;
  readonly why: string | null;
}

type Asks = (ctx: AccountContext, pageIds: readonly string[]) => Promise<ReadonlyMap<string, PageStatus>>;

let asked: Asks = () => Promise.resolve(new Map());

/** Says who knows how what pages send is: follow-up, which stands above leads. */
export function registerPageStatus(asks: Asks): void {
  asked = asks;
}

/** How what pages send is, by page. */
export const pageStatuses: Asks = (ctx, pageIds) => asked(ctx, pageIds);
