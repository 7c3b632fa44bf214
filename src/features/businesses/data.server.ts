import { eq, sql } from "drizzle-orm";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Context, enterAccount, type Person } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { BusinessDetails } from "./schema.ts";
import { businessesAccounts, businessesMembers } from "./tables.server.ts";

/** A business as the rest of the product sees it. */
export interface Business {
  readonly name: string | null;
  readonly postalAddress: string | null;
  readonly zone: string | null;
  readonly replyAddress: string | null;
}

/**
 * Finds the account that a person works in and moves the transaction into it; a person's first visit opens one.
 * @returns the account's id
 */
export async function enterOwnAccount(ctx: Context, person: Person): Promise<string> {
  const existing = await findMembership(ctx, person.id);
  if (existing) {
    await enterAccount(ctx.db, existing);
    return existing;
  }
  // Two first visits at once (two tabs after sign-in) must not open two accounts.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${person.id}, 1))`);
  const raced = await findMembership(ctx, person.id);
  const accountId = raced ?? newId();
  await enterAccount(ctx.db, accountId);
  if (raced) return raced;
  await ctx.db.insert(businessesAccounts).values({ accountId, createdAt: ctx.now, replyAddress: person.email });
  await ctx.db.insert(businessesMembers).values({ accountId, userId: person.id, role: "owner", createdAt: ctx.now });
  return accountId;
}

async function findMembership(ctx: Context, userId: string): Promise<string | undefined> {
  const [member] = await ctx.db
    .select({ accountId: businessesMembers.accountId })
    .from(businessesMembers)
    .where(eq(businessesMembers.userId, userId))
    .orderBy(businessesMembers.createdAt)
    .limit(1);
  return member?.accountId;
}

/** The business of this account. */
export async function getBusiness(ctx: AccountContext): Promise<Business> {
  const [business] = await ctx.db
    .select({
      name: businessesAccounts.name,
      postalAddress: businessesAccounts.postalAddress,
      zone: businessesAccounts.zone,
      replyAddress: businessesAccounts.replyAddress,
    })
    .from(businessesAccounts)
    .where(eq(businessesAccounts.accountId, ctx.account.id));
  if (!business) throw new AppError("not_found", "There is nothing here.");
  return business;
}

/** Saves name, postal address, zone and reply address. */
export async function saveBusinessDetails(ctx: AccountContext, details: BusinessDetails): Promise<void> {
  await ctx.db
    .update(businessesAccounts)
    .set({
      name: details.businessName,
      postalAddress: details.postalAddress || null,
      zone: details.zone,
      ...(details.replyAddress ? { replyAddress: details.replyAddress } : {}),
    })
    .where(eq(businessesAccounts.accountId, ctx.account.id));
}

/** Whether the account's owner has shown that their address is theirs; until then nothing is mailed to others. */
export async function ownerIds(ctx: AccountContext): Promise<string[]> {
  const rows = await ctx.db.select({ userId: businessesMembers.userId }).from(businessesMembers).where(eq(businessesMembers.role, "owner"));
  return rows.map((row) => row.userId);
}
