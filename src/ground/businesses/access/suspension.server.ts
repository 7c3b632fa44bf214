import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { findPeople } from "#ground/identity/public.server.ts";
import type { AccountContext, Context, Person } from "#platform/db/scope.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { ownerIds } from "../queries.server.ts";
import { businessesAccounts } from "../tables.server.ts";

/** What changed, and who should be notified. */
export interface Suspension {
  readonly business: string | null;
  readonly owners: readonly Person[];
  /** When the suspension began. */
  readonly since: Temporal.Instant;
}

/**
 * Suspends an account from its next request on, and records it in the history. Rooms that send must handle
 * their own queues (see `suspendFollowUp` in sequences).
 * @param reason in words the owners read
 * @returns undefined when there is no such account, or it was already suspended
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

/** Lifts a suspension. @returns undefined when there is no such account, or it wasn't suspended */
export async function restoreAccount(ctx: AccountContext): Promise<Suspension | undefined> {
  const ownRow = and(
    eq(businessesAccounts.accountId, ctx.account.id),
    isNotNull(businessesAccounts.suspendedAt),
  );
  const [account] = await ctx.db
    .select({ name: businessesAccounts.name, since: businessesAccounts.suspendedAt })
    .from(businessesAccounts)
    .where(ownRow)
    .for("update");
  if (!account?.since) return undefined;
  await ctx.db.update(businessesAccounts).set({ suspendedAt: null }).where(ownRow);
  await recordAudit(ctx, "account.restored", {}, "the operator");
  return { business: account.name, owners: await ownersOf(ctx), since: account.since };
}

const ownersOf = async (ctx: AccountContext) => findPeople(ctx.db, await ownerIds(ctx));

/**
 * Whether the account may send. Locks that answer until the transaction ends: a suspension waits for sends
 * that are being decided, so nothing goes out after it.
 */
export async function lockIfActive(ctx: Context): Promise<boolean> {
  const [account] = await ctx.db
    .select({ suspendedAt: businessesAccounts.suspendedAt })
    .from(businessesAccounts)
    .limit(1)
    .for("share");
  return !account?.suspendedAt;
}
