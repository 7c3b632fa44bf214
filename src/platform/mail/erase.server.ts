import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { SYSTEM_ACCOUNT } from "../db/scope.server.ts";

/**
 * Deletes every installation email to a person, in the caller's transaction, which is in the installation's
 * scope. A claimed email is not sent either: its sender must commit first and finds no row.
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
 * Deletes every email of a business about a lead or to their address, in the caller's transaction, which is
 * in the business's scope. A claimed email is not sent; one that is being sent right now leaves no row.
 * @param email in lower case; null for a lead without one
 */
export async function eraseMailsAbout(
  db: Db,
  { accountId, aboutId, email }: { accountId: string; aboutId: string; email: string | null },
): Promise<void> {
  await db.execute(sql`
    delete from mail_messages where account_id = ${accountId} and (about_id = ${aboutId} or lower(recipient) = ${email})`);
}

/**
 * Deletes the installation's emails about a lead, such as forwarded replies, in the caller's transaction,
 * which is in the installation's scope. A claimed email is not sent.
 */
export async function eraseInstallationMailsAbout(db: Db, aboutId: string): Promise<void> {
  await db.execute(
    sql`delete from mail_messages where account_id = ${SYSTEM_ACCOUNT} and about_id = ${aboutId}`,
  );
}

/**
 * Deletes the installation's emails about leads that were settled before `until`: their forwarded replies,
 * which the owner has in a mailbox and we have in the conversation.
 * @param mark the value of their X-Loop header
 */
export async function purgeForwards(db: Db, mark: string, until: Temporal.Instant): Promise<void> {
  await db.execute(sql`
    delete from mail_messages
     where account_id = ${SYSTEM_ACCOUNT} and about_id is not null and headers ->> 'X-Loop' = ${mark}
       and created_at < ${until.toString()} and state not in ('queued', 'claimed', 'committing')`);
}

/**
 * Deletes an email of the installation if its state is final.
 * @returns whether it is gone
 */
export async function eraseSettledMail(db: Db, id: string): Promise<boolean> {
  await db.execute(sql`
    delete from mail_messages
     where account_id = ${SYSTEM_ACCOUNT} and id = ${id} and state not in ('queued', 'claimed', 'committing')`);
  const { rows } = await db.execute(
    sql`select 1 from mail_messages where account_id = ${SYSTEM_ACCOUNT} and id = ${id}`,
  );
  return rows.length === 0;
}
