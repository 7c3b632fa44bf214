import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { accountOfToken } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { openShare, type OpenedShare } from "./data.server.ts";

/** Opens a link and runs `work` in the scope of the account it belongs to. */
export function atShare<T>(
  _request: Request,
  token: string | undefined,
  work: (ctx: AccountContext, document: OpenedShare) => Promise<T>,
): Promise<T> {
  const accountId = accountOfToken(token ?? "");
  if (!accountId) throw new AppError("not_found", "This link does not open anything. Check that you have all of it.");
  return withAccount(accountId, async (ctx) => work(ctx, await openShare(ctx, token!)));
}
