import { and, eq, sql } from "drizzle-orm";
import { redirect } from "react-router";
import { hasLeftBusiness, lockPerson } from "#ground/identity/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Context, enterAccount, type Membership, type Person } from "#platform/db/scope.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import type { Role } from "../rules.ts";
import { businessesAccounts, businessesMembers } from "../tables.server.ts";

/** An account, and a person's membership in it. */
export interface Place extends Membership {
  readonly accountId: string;
  readonly role: Role;
}

/**
 * Serializes account opening for one person until the transaction ends, so that two tabs open one account.
 */
export async function lockOpening(ctx: Context, person: Person): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${person.id}, 1))`);
}

/** Opens an account owned by this person, and enters it. */
async function openAccount(ctx: Context, person: Person, name: string | null): Promise<Place> {
  // Deleted a moment ago in another tab. The account would have no owner and would still hold their address.
  if (!(await lockPerson(ctx.db, person.id))) throw redirect("/login", 303);
  const place: Place = { accountId: newId(), role: "owner", jobId: null };
  const { accountId, role } = place;
  await enterAccount(ctx.db, accountId, place);
  await ctx.db
    .insert(businessesAccounts)
    .values({ accountId, name, createdAt: ctx.now, replyAddress: person.email });
  await ctx.db.insert(businessesMembers).values({ accountId, userId: person.id, role, createdAt: ctx.now });
  await recordAudit(
    { ...ctx, account: { id: accountId }, user: person, member: place },
    "account.opened",
    name ? { name } : {},
  );
  return place;
}

/**
 * Opens the account of a person's first visit.
 * @throws Response a redirect to their businesses, for a person who left the last one and must ask for
 * another
 */
export async function openFirstAccount(ctx: Context, person: Person): Promise<Place> {
  if (await hasLeftBusiness(ctx.db, person.id)) throw redirect("/account/businesses", 303);
  return openAccount(ctx, person, null);
}

/**
 * Starts another business for a person. A repeated or concurrent request gets the same one: the business of
 * that name that they own.
 * @returns the account id
 */
export async function startBusiness(ctx: Context, person: Person, name: string): Promise<string> {
  await lockOpening(ctx, person);
  const owned = await ctx.db
    .select({ accountId: businessesMembers.accountId })
    .from(businessesMembers)
    .where(and(eq(businessesMembers.userId, person.id), eq(businessesMembers.role, "owner")));
  for (const { accountId } of owned) {
    await enterAccount(ctx.db, accountId);
    const [account] = await ctx.db.select({ name: businessesAccounts.name }).from(businessesAccounts);
    if (account?.name === name) return accountId;
  }
  return (await openAccount(ctx, person, name)).accountId;
}
