import { and, eq, isNull } from "drizzle-orm";
import { findPeople } from "#ground/identity/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { ProductMail } from "./templates.ts";
import { queueProductMail } from "./product-mail.server.ts";
import { businessesMembers } from "../tables.server.ts";

const memberRow = (ctx: AccountContext, userId: string) =>
  and(eq(businessesMembers.accountId, ctx.account.id), eq(businessesMembers.userId, userId));

/**
 * Queues the weekly email to every owner who wants it and has a verified address.
 * @param mailFor builds one owner's email
 */
export async function queueWeeklyMail(
  ctx: AccountContext,
  mailFor: (userId: string) => ProductMail,
): Promise<void> {
  const owners = await ctx.db
    .select({ userId: businessesMembers.userId })
    .from(businessesMembers)
    .where(
      and(
        eq(businessesMembers.accountId, ctx.account.id),
        eq(businessesMembers.role, "owner"),
        isNull(businessesMembers.weeklyStoppedAt),
      ),
    );
  const people = await findPeople(
    ctx.db,
    owners.map(({ userId }) => userId),
  );
  for (const { id, email, emailVerified } of people)
    if (emailVerified) await queueProductMail(ctx, email, mailFor(id));
}

/** Whether an owner gets the weekly email; undefined for anyone else. */
export async function hasWeeklyMail(ctx: AccountContext, userId: string): Promise<boolean | undefined> {
  const [found] = await ctx.db
    .select({ stoppedAt: businessesMembers.weeklyStoppedAt, role: businessesMembers.role })
    .from(businessesMembers)
    .where(memberRow(ctx, userId));
  return found?.role === "owner" ? found.stoppedAt === null : undefined;
}

/** Turns the weekly email on or off for one person. */
export async function setWeeklyMail(ctx: AccountContext, userId: string, wants: boolean): Promise<void> {
  await ctx.db
    .update(businessesMembers)
    .set({ weeklyStoppedAt: wants ? null : ctx.now })
    .where(memberRow(ctx, userId));
}
