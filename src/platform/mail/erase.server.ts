import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { SYSTEM_ACCOUNT } from "../db/scope.server.ts";

/**
 * Removes every mail of the installation to a person, in the caller's transaction, which is in the
 * installation's own scope. One that a sender holds does not leave any more: it asks before it commits to
 * sending, and finds nothing.
 * @param email in lower case
 */
export async function eraseMails(
  db: Db,
  { email, aboutId }: { email: string; aboutId: string },
): Promise<void> {
  await db.execute(sql`
    delete from mail_messages
     where account_id = ${SYSTEM_ACCOUNT} and (about_id = ${aboutId} or lower(recipient) = ${email})`);
}

/**
 * Removes every mail of a business that is about somebody or went to their address, in the caller's
 * transaction, which is in the business's scope. One that a sender holds does not leave any more; one whose
 * end is leaving this moment leaves no row.
 * @param email in lower case
 */
export async function eraseMailsAbout(
  db: Db,
  { accountId, aboutId, email }: { accountId: string; aboutId: string; email: string },
): Promise<void> {
  await db.execute(sql`
    delete from mail_messages where account_id = ${accountId} and (about_id = ${aboutId} or lower(recipient) = ${email})`);
}

/** Removes one mail of the installation once nothing more will become of it. @returns whether it is gone */
export async function eraseSettledMail(db: Db, id: string): Promise<boolean> {
  await db.execute(sql`
    delete from mail_messages
     where account_id = ${SYSTEM_ACCOUNT} and id = ${id} and state not in ('queued', 'claimed', 'committing')`);
  const { rows } = await db.execute(
    sql`select 1 from mail_messages where account_id = ${SYSTEM_ACCOUNT} and id = ${id}`,
  );
  return rows.length === 0;
}
