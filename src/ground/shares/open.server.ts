import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { accountOfToken } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { findShare, type FoundShare, type OpenedShare } from "./shares.server.ts";
import { isUnlocked } from "./passcode.server.ts";

/**
 * Finds a link, locked or not, and runs `work` in its account's scope.
 * @throws AppError as `findShare`
 */
export async function atLink<T>(
  request: Request,
  token: string | undefined,
  work: (ctx: AccountContext, link: FoundShare, isOpen: boolean) => Promise<T>,
): Promise<T> {
  const accountId = accountOfToken(token ?? "");
  if (!accountId) throw new AppError("not_found", "This link doesn’t work. Make sure you have all of it.");
  return withAccount(accountId, async (ctx) => {
    const link = await findShare(ctx, token!);
    const { id, passcodeHash } = link;
    return work(ctx, link, passcodeHash === null || isUnlocked(request, id, passcodeHash, ctx.now));
  });
}

/**
 * Opens a link and runs `work` in its account's scope.
 * @throws AppError not_found for a link that opens nothing (any more), forbidden if this browser hasn't
 * entered its passcode
 */
export function atShare<T>(
  request: Request,
  token: string | undefined,
  work: (ctx: AccountContext, document: OpenedShare) => Promise<T>,
): Promise<T> {
  return atLink(request, token, (ctx, { passcodeHash: _hash, ...document }, isOpen) => {
    if (!isOpen)
      throw new AppError(
        "forbidden",
        "This document needs its passcode. Open the link you were sent and enter it there.",
      );
    return work(ctx, document);
  });
}
