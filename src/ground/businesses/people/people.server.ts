import { and, eq, sql } from "drizzle-orm";
import { findNamed, recordMembership } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, type Person, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { recordAudit } from "../history/audit.server.ts";
import { getBusiness } from "../queries.server.ts";
import { cancelInvitesOf } from "./cancel-invites.server.ts";
import { handedOverMail, ownerMail, removedMail } from "../mail/templates.ts";
import { queueProductMail } from "../mail/product-mail.server.ts";
import { type Refusal, refuseLeaving, refuseRemoval, refuseRole, ROLES, type Role } from "../rules.ts";
import { businessesMembers } from "../tables.server.ts";

export interface Member {
  readonly userId: string;
  readonly email: string;
  /** Empty when they gave none. */
  readonly name: string;
  readonly role: Role;
  readonly jobId: string | null;
  readonly since: Temporal.Instant;
}

/** All members: owners first, then in order of role and joining. */
export async function listPeople(ctx: AccountContext): Promise<Member[]> {
  const { userId, role, jobId, createdAt: since, accountId } = businessesMembers;
  // Row security also shows people their memberships elsewhere, so the query names the account.
  const rows = await ctx.db
    .select({ userId, role, jobId, since })
    .from(businessesMembers)
    .where(eq(accountId, ctx.account.id));
  const people = await findNamed(
    ctx.db,
    rows.map((row) => row.userId),
  );
  const peopleById = new Map(people.map((person) => [person.id, person]));
  return rows
    .map((row) => ({
      ...row,
      email: peopleById.get(row.userId)?.email ?? "",
      name: peopleById.get(row.userId)?.name ?? "",
    }))
    .sort(
      (one, other) =>
        ROLES.indexOf(one.role) - ROLES.indexOf(other.role) ||
        Temporal.Instant.compare(one.since, other.since),
    );
}

/** One member. @throws AppError not_found */
export async function getMember(ctx: AccountContext, userId: string): Promise<Member> {
  const member = (await listPeople(ctx)).find((one) => one.userId === userId);
  if (!member) throw new AppError("not_found", "Page not found.");
  return member;
}

/**
 * Serializes changes to the members of an account until the transaction ends, so that rules check current
 * data.
 */
export async function lockMembers(ctx: AccountContext): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ctx.account.id}, 2))`);
}

function throwRefusal(refusal: Refusal | null): void {
  if (refusal) throw new AppError(refusal.code, refusal.message);
}

const actorOf = (ctx: AccountContext) => {
  if (!ctx.user) throw new Error("somebody changes the people of an account, never the product by itself");
  return ctx.user;
};
const rowOf = (ctx: AccountContext, userId: string) =>
  and(eq(businessesMembers.accountId, ctx.account.id), eq(businessesMembers.userId, userId));
const setRole = (ctx: AccountContext, userId: string, role: Role) =>
  ctx.db.update(businessesMembers).set({ role, jobId: null, isConfidant: false }).where(rowOf(ctx, userId));

/**
 * Changes a member's role. Nobody can be made a guest here, because a guest needs a job (see
 * `inviteToAccount`).
 * @throws AppError forbidden, not_found, or conflict for the last owner
 */
export async function changeRole(ctx: AccountContext, of: string, to: Exclude<Role, "guest">): Promise<void> {
  await lockMembers(ctx);
  const people = await listPeople(ctx);
  throwRefusal(refuseRole(people, { by: actorOf(ctx).id, of, to }));
  const member = people.find((one) => one.userId === of)!;
  if (member.role === to) return;
  await setRole(ctx, of, to);
  await cancelInvitesOf(ctx, of, to);
  await recordAudit(ctx, "people.changed", { email: member.email, from: member.role, to });
}

/**
 * Removes a member from their next request on, and notifies them by email.
 * @throws AppError forbidden, not_found, or conflict for the last owner
 */
export async function removePerson(ctx: AccountContext, of: string): Promise<void> {
  await lockMembers(ctx);
  const people = await listPeople(ctx);
  throwRefusal(refuseRemoval(people, { by: actorOf(ctx).id, of }));
  const member = people.find((one) => one.userId === of)!;
  const { name } = await getBusiness(ctx);
  await ctx.db.delete(businessesMembers).where(rowOf(ctx, of));
  await cancelInvitesOf(ctx, of, undefined);
  await recordAudit(ctx, "people.removed", { email: member.email, role: member.role });
  await recordMembership(ctx.db, of, "removed", name ?? "");
  await queueProductMail(
    ctx,
    member.email,
    removedMail({ brand: installation().brand, business: name ?? "a business" }),
  );
}

/**
 * Makes a member an owner. The current owner stays one or becomes a manager, which hands the business over.
 * Both are notified by email.
 * @throws AppError forbidden or not_found
 */
export async function makeOwner(ctx: AccountContext, of: string, stays: "owner" | "manager"): Promise<void> {
  await lockMembers(ctx);
  const giver = actorOf(ctx);
  const people = await listPeople(ctx);
  throwRefusal(refuseRole(people, { by: giver.id, of, to: "owner" }));
  const taker = people.find((one) => one.userId === of)!;
  if (of === giver.id)
    throw new AppError("invalid", "Choose someone else. You’re already an owner.", {
      fields: { person: "Choose someone else. You’re already an owner." },
    });
  await setRole(ctx, of, "owner");
  if (stays === "manager") {
    await cancelInvitesOf(ctx, giver.id, "manager");
    await setRole(ctx, giver.id, "manager");
  }
  if (stays === "manager") await recordAudit(ctx, "people.handed-over", { to: taker.email });
  else await recordAudit(ctx, "people.changed", { email: taker.email, from: taker.role, to: "owner" });
  const { publicUrl, brand } = installation();
  const words = {
    brand,
    business: (await getBusiness(ctx)).name ?? "a business",
    link: `${publicUrl}/account/settings/people`,
  };
  await queueProductMail(ctx, taker.email, ownerMail({ ...words, giver: giver.email }), giver.email);
  await queueProductMail(ctx, giver.email, handedOverMail({ ...words, taker: taker.email, stays }));
}

/**
 * Lets a person leave a business. Runs without their role, because roles below manager can't write any
 * membership, not even their own.
 * @throws AppError not_found, or conflict for the last owner
 */
export function leaveBusiness(person: Person, accountId: string): Promise<void> {
  return withAccount(
    accountId,
    async (ctx) => {
      await lockMembers(ctx);
      throwRefusal(refuseLeaving(await listPeople(ctx), person.id));
      const { name } = await getBusiness(ctx);
      await ctx.db.delete(businessesMembers).where(rowOf(ctx, person.id));
      await cancelInvitesOf(ctx, person.id, undefined);
      await recordAudit(ctx, "people.left");
      await recordMembership(ctx.db, person.id, "left", name ?? "");
    },
    person,
  );
}
