import type { AccountContext } from "#platform/db/scope.server.ts";

/** Whether a page's follow-up is running: a label and an explanation. */
export interface PageStatus {
  readonly state: string;
  readonly words: string;
  readonly why: string | null;
}

type FindStatuses = (
  ctx: AccountContext,
  pageIds: readonly string[],
) => Promise<ReadonlyMap<string, PageStatus>>;

let find: FindStatuses = () => Promise.resolve(new Map());

/** Registers the source of statuses: the sequences room, which depends on leads. */
export function registerPageStatus(provider: FindStatuses): void {
  find = provider;
}

/** The status of each page's follow-up, by page id. */
export const pageStatuses: FindStatuses = (ctx, pageIds) => find(ctx, pageIds);
