import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { findPeople } from "#ground/identity/public.server.ts";
import type { AccountContext, Context, Person } from "#platform/db/scope.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { ownerIds } from "../queries.server.ts";
import { businessesAccounts } from "../tables.server.ts";

/** What was changed, and who should hear of it. */
export interface Suspension {
  readonly business: string | null;
  readonly owners: readonly Person[];
  /** Since when it was, or is from now on, suspended. */
  readonly since: Temporal.Instant;
}

/**
 * Keeps an account from working and sending from its next request on, and writes it into the account's
 * history. What waits to be sent is for the features that send (see `suspendFollowUp` of sequences).
 * @param reason in words that the owners read
 * @returns nothing when there is no such account, or it was suspended already
 */
export async function suspendAccount(ctx: AccountContext, reason: string): Promise<Suspension | undefined> {
  const [account] = await ctx.db
    .update(businessesAccounts)
    .set({ suspendedAt: ctx.now })
    .where(and(eq(businessesAccounts.accountId, ctx.account.id), isNull(businessesAccounts.suspendedAt)))
    .returning({ name: businessesAccounts.name });
  if (!account) return undefined;
  await recordAudit(ctx, "account.suspended", { reason }, "the operator");
  return { business: account.name, owners: await ownersOf(ctx), since: ctx.now };
}

/**
 * Lets an account work and send again.
 * @returns nothing when there is no such account, or it was not suspended
 */
export async function restoreAccount(ctx: AccountContext): Promise<Suspension | undefined> {
  const mine = and(
    eq(businessesAccounts.accountId, ctx.account.id),
    isNotNull(businessesAccounts.suspendedAt),
  );
  const [account] = await ctx.db
    .select({ name: businessesAccounts.name, since: businessesAccounts.suspendedAt })
    .from(businessesAccounts)
    .where(mine)
    .for("update");
  if (!account?.since) return undefined;
  await ctx.db.update(businessesAccounts).set({ suspendedAt: null }).where(mine);
  await recordAudit(ctx, "account.restored", {}, "the operator");
  return { business: account.name, owners: await ownersOf(ctx), since: account.since };
}

const ownersOf = async (ctx: AccountContext) => findPeople(ctx.db, await ownerIds(ctx));

/**
 * Whether the account may send, and stays so until this transaction ends: suspending it waits for what is
 * being decided right now, so that nothing slips out after it.
 */
export async function lockIfActive(ctx: Context): Promise<boolean> {
  const [account] = await ctx.db
    .select({ suspendedAt: businessesAccounts.suspendedAt })
    .from(businessesAccounts)
    .limit(1)
    .for("share");
  return !account?.suspendedAt;
}
