import { inArray } from "drizzle-orm";
import type { Db } from "#platform/db/database.server.ts";
import { fullName, nameFromAddress } from "../rules.ts";
import { identityUsers } from "../tables.server.ts";

/**
 * What people are called, by id: by the name that they gave, or as their address reads. Ids of nobody are
 * left out.
 */
export async function namesOf(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await findNamed(db, ids)).map(({ id, name, email }) => [id, name || nameFromAddress(email)]),
  );
}

/**
 * The same with the address beside the name, for where it matters who it was: a name is whatever somebody
 * typed, and two may have the same.
 */
export async function fullNamesOf(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await findNamed(db, ids)).map((person) => [person.id, fullName(person)]));
}

/** The same as they are, for lists of people. */
export async function findNamed(db: Db, ids: readonly (string | null)[]) {
  const { id, name, email } = identityUsers;
  const asked = [...new Set(ids.flatMap((one) => one ?? []))];
  return asked.length === 0
    ? []
    : db.select({ id, name, email }).from(identityUsers).where(inArray(id, asked));
}
