import { and, eq } from "drizzle-orm";
import type { Context, Person } from "#platform/db/scope.server.ts";
import { businessesMembers } from "../tables.server.ts";

/**
 * The accounts a person owns. Needs a transaction in which they can read their memberships (see withPerson).
 */
export async function listOwnedAccounts({ db }: Context, person: Pick<Person, "id">): Promise<string[]> {
  const { accountId, userId, role } = businessesMembers;
  const rows = await db
    .select({ accountId })
    .from(businessesMembers)
    .where(and(eq(userId, person.id), eq(role, "owner")));
  return rows.map((row) => row.accountId);
}
