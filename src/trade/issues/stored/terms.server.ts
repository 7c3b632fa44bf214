import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { actionsId, actionTermsOf } from "../rules/action.ts";
import type { Issue } from "../rules/issue.ts";
import { type Terms, termsId, termsOf } from "../rules/terms.ts";

/** What closing an issue needs: what its job asks, or for a safety action, what the business asks. */
export async function termsFor(
  ctx: AccountContext,
  job: string,
  { isSafety }: Pick<Issue, "isSafety">,
): Promise<Terms> {
  const stored = await findStoredRecord(ctx, isSafety ? actionsId(ctx.account.id) : termsId(job));
  const values = stored ? shownFields(stored.fields) : {};
  return isSafety ? actionTermsOf(values) : termsOf(values);
}
