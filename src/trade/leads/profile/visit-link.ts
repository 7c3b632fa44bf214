import type { AccountContext } from "#platform/db/scope.server.ts";

/**
 * Where a client books a visit; null while the business takes none.
 * @param leadId whose own link it is; null for the business's
 */
type FindVisitLink = (ctx: AccountContext, leadId: string | null) => Promise<string | null>;

let find: FindVisitLink = () => Promise.resolve(null);

/** Registers the source of the link: the visits room, which depends on leads. */
export function registerVisitLink(provider: FindVisitLink): void {
  find = provider;
}

/** The link to book a visit, which pages show only while the business takes visits. */
export const visitLink: FindVisitLink = (ctx, leadId) => find(ctx, leadId);
