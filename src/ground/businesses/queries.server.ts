import { and, eq, inArray, sql } from "drizzle-orm";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import {
  type AccountContext,
  type Context,
  enterAccount,
  isId,
  type Person,
} from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Business } from "./business.ts";
import { lockOpening, openFirstAccount, type Place } from "./access/open-account.server.ts";
import { eachText } from "./settings/text-settings.ts";
import { businessesAccounts, businessesMembers } from "./tables.server.ts";

/**
 * Enters the account a person joined first. On their first visit it opens one.
 * @throws Response a redirect, for a person who left their last business
 */
export async function enterOwnAccount(ctx: Context, person: Person): Promise<Place> {
  const found = await findMembership(ctx, person.id);
  if (found) {
    await enterAccount(ctx.db, found.accountId, found);
    return found;
  }
  // Two first visits at once (two tabs after sign-in) must not open two accounts.
  await lockOpening(ctx, person);
  const raced = await findMembership(ctx, person.id);
  if (!raced) return openFirstAccount(ctx, person);
  await enterAccount(ctx.db, raced.accountId, raced);
  return raced;
}

/**
 * The business a person chose, else the one they joined first; undefined when they belong to none. Doesn't
 * enter the account.
 */
export async function findMembership(
  ctx: Context,
  userId: string,
  chosen?: string,
): Promise<Place | undefined> {
  const { accountId, role, jobId, isConfidant, createdAt } = businessesMembers;
  const first = chosen && isId(chosen) ? [sql`${accountId} = ${chosen} desc`] : [];
  const [place] = await ctx.db
    .select({ accountId, role, jobId, isConfidant })
    .from(businessesMembers)
    .where(eq(businessesMembers.userId, userId))
    .orderBy(...first, createdAt)
    .limit(1);
  return place;
}

/** A person's current role in this account; undefined for a non-member. */
export async function roleOf(ctx: AccountContext, userId: string): Promise<Place["role"] | undefined> {
  const [seat] = await ctx.db
    .select({ role: businessesMembers.role })
    .from(businessesMembers)
    .where(and(eq(businessesMembers.accountId, ctx.account.id), eq(businessesMembers.userId, userId)));
  return seat?.role;
}

/** When the operator suspended this account; null when it isn't suspended. */
export async function suspendedSince(ctx: Context): Promise<Temporal.Instant | null> {
  const [account] = await ctx.db
    .select({ suspendedAt: businessesAccounts.suspendedAt })
    .from(businessesAccounts)
    .limit(1);
  return account?.suspendedAt ?? null;
}

/** The time zone for the account's dates; UTC until its owner chooses one. */
export async function zoneOf(ctx: AccountContext): Promise<string> {
  const one = prepared(ctx.db, "businesses.zone", (db, name) =>
    db
      .select({ zone: businessesAccounts.zone })
      .from(businessesAccounts)
      .where(eq(businessesAccounts.accountId, sql.placeholder("account")))
      .prepare(name),
  );
  const [business] = await one.execute({ account: ctx.account.id });
  return business?.zone ?? "UTC";
}

/** The business of this account. @throws AppError not_found */
export async function getBusiness(ctx: AccountContext): Promise<Business> {
  const one = prepared(ctx.db, "businesses.one", (db, name) =>
    db
      .select({
        name: businessesAccounts.name,
        postalAddress: businessesAccounts.postalAddress,
        zone: businessesAccounts.zone,
        replyAddress: businessesAccounts.replyAddress,
        ...eachText((name) => businessesAccounts[name]),
        hours: businessesAccounts.hours,
        sendWindow: businessesAccounts.sendWindow,
        currency: businessesAccounts.currency,
        taxRates: businessesAccounts.taxRates,
        logo: businessesAccounts.logoFile,
        face: businessesAccounts.faceFile,
        color: businessesAccounts.color,
      })
      .from(businessesAccounts)
      .where(eq(businessesAccounts.accountId, sql.placeholder("account")))
      .prepare(name),
  );
  const [business] = await one.execute({ account: ctx.account.id });
  if (!business) throw new AppError("not_found", "Page not found.");
  return business;
}

/** The members of the account. */
export async function memberIds(ctx: AccountContext): Promise<string[]> {
  // Row security also shows people their memberships elsewhere, so the query names the account.
  const rows = await ctx.db
    .select({ userId: businessesMembers.userId })
    .from(businessesMembers)
    .where(eq(businessesMembers.accountId, ctx.account.id));
  return rows.map((row) => row.userId);
}

/** The owners and managers of the account. */
export async function officeIds(ctx: AccountContext): Promise<string[]> {
  const rows = await ctx.db
    .select({ userId: businessesMembers.userId })
    .from(businessesMembers)
    .where(
      and(
        eq(businessesMembers.accountId, ctx.account.id),
        inArray(businessesMembers.role, ["owner", "manager"]),
      ),
    );
  return rows.map((row) => row.userId);
}

/** The owners of the account. */
export async function ownerIds(ctx: AccountContext): Promise<string[]> {
  const rows = await ctx.db
    .select({ userId: businessesMembers.userId })
    .from(businessesMembers)
    .where(and(eq(businessesMembers.accountId, ctx.account.id), eq(businessesMembers.role, "owner")));
  return rows.map((row) => row.userId);
}
