import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { eraseLead, eraseUnconfirmed } from "./personal-data.server.ts";

/**
 * Erases a lead in a transaction of its own. Senders hold rows of theirs, in an order of their own: whom the
 * database picks to give way in a deadlock tries again.
 * @returns whether they were there; a second click finds them gone
 */
export function eraseLeadWithRetry(accountId: string, leadId: string): Promise<boolean> {
  return patiently(accountId, (ctx) => eraseLead(ctx, leadId));
}

/**
 * The same of a lead who never confirmed their address, by somebody of the business who may.
 * @throws AppError not_found, conflict where they confirmed it meanwhile
 */
export function deleteUnconfirmed(
  accountId: string,
  leadId: string,
  by: AccountContext["user"],
): Promise<void> {
  return patiently(accountId, (ctx) => eraseUnconfirmed({ ...ctx, user: by }, leadId));
}

async function patiently<T>(accountId: string, work: (ctx: AccountContext) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await withAccount(accountId, work);
    } catch (error) {
      if (attempt >= 5 || !isDeadlock(error)) throw error;
    }
}

function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === "40P01" || code === "40001" || isDeadlock(error.cause);
}
