import type { AccountContext } from "#platform/db/scope.server.ts";
import { getSequence } from "../live.server.ts";

/**
 * Makes sure that a sequence is the account's own, whether it is at work or only edited yet.
 * @throws AppError not_found
 */
export async function editedSequence(ctx: AccountContext, id: string): Promise<void> {
  await getSequence(ctx, id);
}
