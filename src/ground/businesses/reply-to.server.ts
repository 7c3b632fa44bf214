import type { AccountContext } from "#platform/db/scope.server.ts";
import { getBusiness } from "./queries.server.ts";

type FindReplyTo = (ctx: AccountContext, leadId: string) => Promise<string | undefined>;

let find: FindReplyTo | undefined;

/** Registers where replies of a client go, who is known on a higher floor. Called once per process. */
export function setReplyTo(lookup: FindReplyTo): void {
  find = lookup;
}

/**
 * The Reply-To of what a business sends: an address that finds the client's conversation, if replies are read
 * that way, else the business's own. @param leadId null for somebody who is no client
 */
export async function replyToFor(ctx: AccountContext, leadId: string | null): Promise<string | undefined> {
  if (leadId !== null && find) return await find(ctx, leadId);
  return (await getBusiness(ctx)).replyAddress ?? undefined;
}
