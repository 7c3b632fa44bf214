import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** Erases an imported lead's import record and all error rows that contain their address. */
export async function eraseImported(
  ctx: AccountContext,
  { leadId, email }: { leadId: string; email: string | null },
): Promise<void> {
  const account = ctx.account.id;
  await ctx.db.execute(
    sql`delete from leads_imports_people where account_id = ${account} and lead_id = ${leadId}`,
  );
  if (email === null) return;
  const pattern = `%${email.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  await ctx.db.execute(
    sql`delete from leads_imports_errors where account_id = ${account} and cells::text ilike ${pattern}`,
  );
}
