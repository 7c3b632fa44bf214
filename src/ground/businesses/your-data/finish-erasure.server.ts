import { sql } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { eraseSettledMail } from "#platform/mail/erase.server.ts";

/**
 * Finishes an erasure: late rows of concurrent transactions, files, and the last email once it is settled.
 * Can be interrupted and repeated.
 * @param rest.accounts ids of erased accounts and of deleted people, whose files are stored the same way
 */
export async function finishErasure({
  accounts,
  mailId,
}: {
  accounts: readonly string[];
  mailId?: string | undefined;
}): Promise<void> {
  const { files } = installation();
  for (const accountId of accounts) {
    const exists = await withAccount(accountId, async ({ db }) => {
      // Never erase an existing account, even if a caller passes its id by mistake.
      const { rows } = await db.execute(
        sql`select 1 from businesses_accounts where account_id = ${accountId}`,
      );
      if (rows.length > 0) return true;
      await db.execute(sql`select businesses_erase(${accountId}::uuid)`);
      return false;
    });
    if (exists) continue;
    for await (const { key } of files.list(accountId)) await files.remove(key);
  }
  if (mailId) await withSystem(({ db }) => eraseSettledMail(db, mailId));
}
