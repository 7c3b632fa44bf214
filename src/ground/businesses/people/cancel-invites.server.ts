import { and, eq, isNull } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { type Role, invitableRoles } from "../rules.ts";
import { businessesInvites } from "../tables.server.ts";

/**
 * Cancels the open invitations a person may no longer give, in the transaction that takes the right away.
 * Otherwise one mailed to another address of theirs would be a way back in.
 * @param role their role from now on; undefined when they are out
 */
export async function cancelInvitesOf(
  ctx: AccountContext,
  userId: string,
  role: Role | undefined,
): Promise<void> {
  const { accountId, invitedBy, acceptedAt, revokedAt, id } = businessesInvites;
  const open = await ctx.db
    .select({ id, email: businessesInvites.email, role: businessesInvites.role })
    .from(businessesInvites)
    .where(and(eq(accountId, ctx.account.id), eq(invitedBy, userId), isNull(acceptedAt), isNull(revokedAt)));
  for (const invite of open.filter((one) => !invitableRoles(role).includes(one.role))) {
    await ctx.db
      .update(businessesInvites)
      .set({ revokedAt: ctx.now })
      .where(and(eq(accountId, ctx.account.id), eq(id, invite.id)));
    const because = role
      ? `the person who invited them is now a ${role}`
      : "the person who invited them is no longer in the business";
    await recordAudit(ctx, "people.invite-revoked", { email: invite.email, role: invite.role, because });
  }
}
