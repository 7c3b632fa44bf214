import { eq } from "drizzle-orm";
import { enterAccount, type Person, withPerson } from "#platform/db/scope.server.ts";
import { findMembership } from "../queries.server.ts";
import type { Role } from "../rules.ts";
import { businessesAccounts, businessesMembers } from "../tables.server.ts";

export interface OwnBusiness {
  readonly id: string;
  readonly name: string | null;
  readonly role: Role;
  readonly suspended: boolean;
}

/** A person's businesses, in the order they joined, and the current one. */
export function listBusinesses(
  person: Person,
  chosen?: string,
): Promise<{ businesses: OwnBusiness[]; here: string | undefined }> {
  return withPerson(person.id, async (ctx) => {
    const here = (await findMembership(ctx, person.id, chosen))?.accountId;
    const { accountId: id, role, createdAt, userId } = businessesMembers;
    const memberships = await ctx.db
      .select({ id, role })
      .from(businessesMembers)
      .where(eq(userId, person.id))
      .orderBy(createdAt, id);
    const businesses: OwnBusiness[] = [];
    for (const place of memberships) {
      // Row security shows a name inside its own account only.
      await enterAccount(ctx.db, place.id);
      const { name, suspendedAt } = businessesAccounts;
      const [account] = await ctx.db
        .select({ name, suspendedAt })
        .from(businessesAccounts)
        .where(eq(businessesAccounts.accountId, place.id));
      if (account) businesses.push({ ...place, name: account.name, suspended: account.suspendedAt !== null });
    }
    return { businesses, here };
  });
}
