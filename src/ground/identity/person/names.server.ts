import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#platform/db/database.server.ts";
import { cleanName, fullName, LONGEST_NAME, nameFromAddress } from "../rules.ts";
import { identityUsers } from "../tables.server.ts";

/** Names by id, derived from the address where a person gave none. Unknown ids are missing. */
export async function namesOf(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await findNamed(db, ids)).map(({ id, name, email }) => [id, name || nameFromAddress(email)]),
  );
}

/**
 * Names with addresses, for when identity matters: anyone can type any name, and two people may share one.
 */
export async function fullNamesOf(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await findNamed(db, ids)).map((person) => [person.id, fullName(person)]));
}

/** Gives a person without a name the one they typed for their business; their own stays. */
export async function offerName(db: Db, id: string, name: string): Promise<void> {
  const clean = cleanName(name).slice(0, LONGEST_NAME);
  if (clean === "") return;
  await db
    .update(identityUsers)
    .set({ name: clean })
    .where(and(eq(identityUsers.id, id), eq(identityUsers.name, "")));
}

/** Ids, names and addresses of people. */
export async function findNamed(db: Db, ids: readonly (string | null)[]) {
  const { id, name, email } = identityUsers;
  const unique = [...new Set(ids.flatMap((one) => one ?? []))];
  return unique.length === 0
    ? []
    : db.select({ id, name, email }).from(identityUsers).where(inArray(id, unique));
}
