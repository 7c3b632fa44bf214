import { and, eq, inArray, notExists, type SQL } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { isSha256 } from "./rules.ts";
import { mediaConfidential, mediaOriginals } from "./tables.server.ts";

const named = ({ account }: AccountContext, hashes: readonly string[]) =>
  hashes.filter(isSha256).map((sha256) => ({ accountId: account.id, sha256 }));

/** Leaves originals to owners and the people they name. They need not have arrived yet. */
export async function makeConfidential(ctx: AccountContext, hashes: readonly string[]): Promise<void> {
  const rows = named(ctx, hashes);
  if (rows.length > 0) await ctx.db.insert(mediaConfidential).values(rows).onConflictDoNothing();
}

/** Undoes `makeConfidential`: something that others read has these originals too. */
export async function makeOpen(ctx: AccountContext, hashes: readonly string[]): Promise<void> {
  const asked = named(ctx, hashes).map(({ sha256 }) => sha256);
  const { accountId, sha256 } = mediaConfidential;
  if (asked.length > 0)
    await ctx.db.delete(mediaConfidential).where(and(eq(accountId, ctx.account.id), inArray(sha256, asked)));
}

/** SQL condition: an original isn’t confidential. The first frame of a video is what its video is. */
export function isOpenOriginal({ db, account }: AccountContext): SQL {
  const { accountId, sha256 } = mediaConfidential;
  // Two conditions of one column each: the planner joins on them, and not on one with “or”.
  const isNotNamed = (by: typeof mediaOriginals.sha256 | typeof mediaOriginals.posterOf) =>
    notExists(
      db
        .select({ sha256 })
        .from(mediaConfidential)
        .where(and(eq(accountId, account.id), eq(sha256, by))),
    );
  return and(isNotNamed(mediaOriginals.sha256), isNotNamed(mediaOriginals.posterOf))!;
}
