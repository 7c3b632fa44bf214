import { and, eq, exists, notInArray, or, type SQL } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Sees } from "../device/protocol.ts";
import { privateKinds } from "../kinds.server.ts";
import { syncCommands, syncRecords } from "../tables.server.ts";

// Records of a private kind are for their author, owners and managers (`Kind.isPrivate`).

/** Which part of the records the acting person may have, as devices are told. */
export const seenBy = ({ member }: AccountContext): Sees =>
  member === null || member.role === "owner" || member.role === "manager"
    ? "all"
    : member.role === "guest"
      ? "as-guest"
      : "shared";

/**
 * SQL condition: the acting person may have a record. Undefined for owners, managers and background work, who
 * have them all.
 */
export function isTheirs(ctx: AccountContext): SQL | undefined {
  if (seenBy(ctx) === "all") return undefined;
  const { db, account, user } = ctx;
  const { accountId, authorId, recordId, id } = syncCommands;
  return or(
    notInArray(syncRecords.kind, privateKinds()),
    exists(
      db
        .select({ id })
        .from(syncCommands)
        .where(
          and(eq(accountId, account.id), eq(recordId, syncRecords.id), eq(authorId, user?.id ?? account.id)),
        ),
    ),
  );
}

/** Whether the acting person may write to a record that exists. */
export async function mayWriteTo(ctx: AccountContext, record: string): Promise<boolean> {
  const [own] = await ctx.db
    .select({ id: syncRecords.id })
    .from(syncRecords)
    .where(and(eq(syncRecords.accountId, ctx.account.id), eq(syncRecords.id, record), isTheirs(ctx)));
  return own !== undefined;
}
