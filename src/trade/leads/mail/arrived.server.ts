import { and, arrayContains, gte } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { addressHash } from "../data.server.ts";
import { leadsInboundMails } from "./tables.server.ts";

/**
 * Whether email to an address has arrived through the webhook or the installation's mailbox since `since`,
 * which shows that replies to it reach us.
 */
export async function mailArrivedSince(
  ctx: AccountContext,
  address: string,
  since: Temporal.Instant,
): Promise<boolean> {
  const { id, receivedAt, recipients } = leadsInboundMails;
  const found = await ctx.db
    .select({ id })
    .from(leadsInboundMails)
    .where(and(gte(receivedAt, since), arrayContains(recipients, [addressHash(address)])))
    .limit(1);
  return found.length > 0;
}
