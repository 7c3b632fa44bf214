import { withAccount } from "#platform/db/scope.server.ts";
import { eraseLead } from "./held.server.ts";

/**
 * Erases a lead in a transaction of its own. Senders hold rows of theirs, in an order of their own: whom the database picks to give way
 * in a deadlock tries again.
 * @returns whether they were there; a second click finds them gone
 */
export async function eraseLeadPatiently(accountId: string, leadId: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++)
    try {
      return await withAccount(accountId, (ctx) => eraseLead(ctx, leadId));
    } catch (error) {
      if (attempt >= 5 || !isDeadlock(error)) throw error;
    }
}

function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === "40P01" || code === "40001" || isDeadlock(error.cause);
}
