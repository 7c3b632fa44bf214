import { may, roleOf } from "#ground/businesses/public.server.ts";
import { type AccountContext, withAccount, withMember } from "#platform/db/scope.server.ts";
import type { Import } from "../data.server.ts";

/** Shown when an import stops because of it. */
export const NO_RIGHT =
  "The person who started this isn’t an owner or manager anymore, so it stopped. What was imported is here.";

/**
 * Runs `work` as the person who started an import, with the role they have now.
 * @returns undefined if they may not import anymore
 */
export async function actAs<T>(
  { accountId, byId }: Pick<Import, "accountId" | "byId">,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<T | undefined> {
  const role = await withAccount(accountId, (ctx) => roleOf(ctx, byId));
  if (!may(role, "leads.import")) return undefined;
  const person = { id: byId, email: "", emailVerified: true };
  return withMember(accountId, person, { role: role!, jobId: null }, work);
}
