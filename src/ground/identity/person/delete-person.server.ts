import { eq } from "drizzle-orm";
import type { Db } from "#platform/db/database.server.ts";
import { enterAccount, type Person, SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { eraseMails } from "#platform/mail/erase.server.ts";
import { identityUsers, identityVerifications } from "../tables.server.ts";

/**
 * Deletes a person, everything identity stores about them (by cascade), and all emails to them. Leaves the
 * caller's transaction in the system account.
 */
export async function erasePersonData(db: Db, person: Pick<Person, "id" | "email">): Promise<void> {
  await enterAccount(db, SYSTEM_ACCOUNT);
  await eraseMails(db, { email: person.email, aboutId: person.id });
  await db.delete(identityVerifications).where(eq(identityVerifications.value, person.id));
  await db.delete(identityUsers).where(eq(identityUsers.id, person.id));
}
