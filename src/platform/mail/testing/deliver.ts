import { sql } from "drizzle-orm";
import { withAccount } from "#platform/db/scope.server.ts";

/** Marks every message of an account as sent, as a mailer would. */
export async function deliver(accountId: string): Promise<void> {
  await withAccount(accountId, (ctx) =>
    ctx.db.execute(sql`
      update mail_messages set state = 'sent', via = 'smtp', sent_at = ${ctx.now.toString()}, claimed_by = null
       where account_id = ${accountId} and state in ('queued', 'claimed', 'committing')`),
  );
}
