import { sql } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { eraseSettledMail } from "#platform/mail/erase.server.ts";

/**
 * Removes what an erasure left: rows that a transaction wrote which was under way at that moment, files, and
 * the last mail once nothing more becomes of it. Breaking off anywhere does no harm: the next run begins
 * anew.
 * @param rest.accounts ids of erased accounts and of deleted people, whose files stand under them in the same
 * way
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
    const isThere = await withAccount(accountId, async ({ db }) => {
      // Never of an account that is there: whatever brought its id here was a mistake.
      const { rows } = await db.execute(
        sql`select 1 from businesses_accounts where account_id = ${accountId}`,
      );
      if (rows.length > 0) return true;
      await db.execute(sql`select businesses_erase(${accountId}::uuid)`);
      return false;
    });
    if (isThere) continue;
    for await (const { key } of files.list(accountId)) await files.remove(key);
  }
  if (mailId) await withSystem(({ db }) => eraseSettledMail(db, mailId));
}
