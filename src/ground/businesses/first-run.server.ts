import { eq, sql } from "drizzle-orm";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { FirstRun } from "./first-run.ts";
import { businessesAccounts } from "./tables.server.ts";

/** Progress of setup; undefined before it begins. */
export async function firstRunOf(ctx: AccountContext): Promise<FirstRun | undefined> {
  const query = prepared(ctx.db, "businesses.first-run", (db, name) =>
    db
      .select({ firstRun: businessesAccounts.firstRun })
      .from(businessesAccounts)
      .where(eq(businessesAccounts.accountId, sql.placeholder("account")))
      .prepare(name),
  );
  const [row] = await query.execute({ account: ctx.account.id });
  return row?.firstRun ?? undefined;
}

/**
 * Changes the setup record under a row lock, so concurrent changes build on each other.
 * @param change the fields to change; undefined removes one
 * @returns the setup record after the change
 * @throws AppError forbidden for a role that may not change the business
 */
export async function changeFirstRun(
  ctx: AccountContext,
  change: (before: FirstRun) => { readonly [Name in keyof FirstRun]?: FirstRun[Name] | undefined },
): Promise<FirstRun> {
  const ownRow = eq(businessesAccounts.accountId, ctx.account.id);
  const [row] = await ctx.db
    .select({ firstRun: businessesAccounts.firstRun })
    .from(businessesAccounts)
    .where(ownRow)
    .for("update");
  const before = row?.firstRun ?? {};
  // JSON drops the fields that are undefined.
  const after = JSON.parse(JSON.stringify({ ...before, ...change(before) })) as FirstRun;
  const changed = await ctx.db
    .update(businessesAccounts)
    .set({ firstRun: after })
    .where(ownRow)
    .returning({ id: businessesAccounts.accountId });
  if (!changed.length)
    throw new AppError("forbidden", "Only an owner or a manager of this business can change that.");
  return after;
}
