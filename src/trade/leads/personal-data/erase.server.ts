import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { eraseLead, eraseUnconfirmed } from "./personal-data.server.ts";

/**
 * Erases a lead in its own transaction. Retries after a deadlock, because senders lock rows in another order.
 * @returns false if the lead was gone already
 */
export function eraseLeadWithRetry(accountId: string, leadId: string): Promise<boolean> {
  return withRetry(accountId, (ctx) => eraseLead(ctx, leadId));
}

/**
 * Deletes a lead who never confirmed their address, at the business's request. Retries like
 * eraseLeadWithRetry().
 * @throws AppError not_found; conflict if they have confirmed meanwhile
 */
export function deleteUnconfirmed(
  accountId: string,
  leadId: string,
  by: AccountContext["user"],
): Promise<void> {
  return withRetry(accountId, (ctx) => eraseUnconfirmed({ ...ctx, user: by }, leadId));
}

/** Does work in a transaction of its own, again after a deadlock. */
export async function withRetry<T>(accountId: string, work: (ctx: AccountContext) => Promise<T>): Promise<T> {
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
