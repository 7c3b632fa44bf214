import { and, eq } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { recordAudit } from "../history/audit.server.ts";
import { actingRole, may } from "../rules.ts";
import { businessesMembers } from "../tables.server.ts";
import { listPeople, lockMembers, type Member } from "./people.server.ts";

/** Whether the acting person reads confidential records. The product itself does. */
export const readsConfidential = ({ member }: Pick<AccountContext, "member">): boolean =>
  member === null || member.role === "owner" || member.isConfidant === true;

/** Somebody who can be named as a reader of confidential records. */
export interface Confidant extends Member {
  readonly isConfidant: boolean;
}

/** Managers and members, and which of them are readers beside the owners. */
export async function listConfidants(ctx: AccountContext): Promise<Confidant[]> {
  const { userId, isConfidant, accountId } = businessesMembers;
  const named = await ctx.db
    .select({ userId })
    .from(businessesMembers)
    .where(and(eq(accountId, ctx.account.id), eq(isConfidant, true)));
  const ids = new Set(named.map((row) => row.userId));
  return (await listPeople(ctx))
    .filter(({ role }) => role === "manager" || role === "member")
    .map((person) => ({ ...person, isConfidant: ids.has(person.userId) }));
}

/**
 * Names the people who read confidential records beside the owners. Who isn't named anymore loses them with
 * their next request, and their devices with their next sync.
 * @throws AppError forbidden for anybody but an owner
 */
export async function nameConfidants(ctx: AccountContext, ids: ReadonlySet<string>): Promise<void> {
  if (!may(actingRole(ctx), "people.owners"))
    throw new AppError("forbidden", "Only owners choose who reads confidential records.");
  await lockMembers(ctx);
  for (const { userId, email, isConfidant } of await listConfidants(ctx)) {
    const isNamed = ids.has(userId);
    if (isNamed === isConfidant) continue;
    await ctx.db
      .update(businessesMembers)
      .set({ isConfidant: isNamed })
      .where(and(eq(businessesMembers.accountId, ctx.account.id), eq(businessesMembers.userId, userId)));
    await recordAudit(ctx, "people.confidants", { email, reads: isNamed ? "yes" : "no" });
  }
}

/** Ids of everybody who reads confidential records: the owners and the people they named. */
export async function confidantIds({ db, account }: AccountContext): Promise<string[]> {
  const { userId, role, isConfidant, accountId } = businessesMembers;
  const rows = await db
    .select({ userId, role, isConfidant })
    .from(businessesMembers)
    .where(eq(accountId, account.id));
  return rows.filter((row) => row.role === "owner" || row.isConfidant).map((row) => row.userId);
}
