import { and, eq } from "drizzle-orm";
import { type AccountContext, database } from "#platform/db/scope.server.ts";
import { mediaOriginals } from "./tables.server.ts";

/** Ids of at most five accounts that received this original, the first one in front. */
export async function accountsWithOriginal(sha256: string): Promise<string[]> {
  const { rows } = await database().app.query<{ account: string }>(
    "select media_accounts_of_original($1) as account",
    [sha256],
  );
  return rows.map(({ account }) => account);
}

/** When an original arrived, and what its own notes say of the time; undefined if the account hasn't it. */
export async function receivedOriginal({ db, account }: AccountContext, sha256: string) {
  const [found] = await db
    .select({
      receivedAt: mediaOriginals.receivedAt,
      takenAt: mediaOriginals.takenAt,
      takenLocal: mediaOriginals.takenLocal,
    })
    .from(mediaOriginals)
    .where(and(eq(mediaOriginals.accountId, account.id), eq(mediaOriginals.sha256, sha256)));
  return found;
}
