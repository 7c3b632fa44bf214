import { and, desc, eq, isNull } from "drizzle-orm";
import { confirmMailbox, fullNamesOf, recordMembership } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId, type Person, withAccount } from "#platform/db/scope.server.ts";
import { accountOfToken, newAccountToken, tokenHash } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { createLimiter, type Verdict } from "#platform/http/limits/limits.server.ts";
import { mailboxKey } from "#platform/mail/mailbox-key.ts";
import { recordAudit } from "../history/audit.server.ts";
import { getBusiness, suspendedSince } from "../queries.server.ts";
import { listInviteJobs } from "./invite-jobs.server.ts";
import { inviteMail } from "../mail/templates.ts";
import { listPeople, lockMembers } from "./people.server.ts";
import { queueProductMail } from "../mail/product-mail.server.ts";
import { actingRole, type Role, grantableRoles, invitableRoles } from "../rules.ts";
import type { Invitation } from "./invite-schema.ts";
import { businessesInvites, businessesMembers } from "../tables.server.ts";

const OPEN_DAYS = 14;
const HOUR = 3600;

/** Invitation emails per account. */
const perHour = createLimiter({ name: "invitations per account and hour", limit: 20, windowSeconds: HOUR });
const perDay = createLimiter({
  name: "invitations per account and day",
  limit: 50,
  windowSeconds: 24 * HOUR,
});
/** Across all senders, so that we can't be used to flood a mailbox. */
const perMailbox = createLimiter({ name: "invitations per mailbox", limit: 6, windowSeconds: 24 * HOUR });

type Row = typeof businessesInvites.$inferSelect;

export type Invited =
  | { readonly kind: "sent"; readonly again: boolean }
  | { readonly kind: "too-many"; readonly verdict: Verdict };

const fieldError = (field: string, message: string) =>
  new AppError("invalid", message, { fields: { [field]: message } });

const isOpen = and(isNull(businessesInvites.acceptedAt), isNull(businessesInvites.revokedAt));

/**
 * Invites a person by email. Each address has one open invitation; inviting again sends a new link and
 * invalidates the old one.
 * @throws AppError forbidden for a role that may not, or while the inviter's address is unverified; invalid
 * with the field
 */
export async function inviteToAccount(
  ctx: AccountContext,
  { email, role, jobId }: Invitation,
): Promise<Invited> {
  const inviter = inviterOf(ctx);
  await lockMembers(ctx);
  const people = await listPeople(ctx);
  const acting = people.find((one) => one.userId === inviter.id)?.role ?? "guest";
  if (!invitableRoles(acting).includes(role))
    throw new AppError("forbidden", `A ${acting} can’t invite a ${role}.`);
  if (email === inviter.email) throw fieldError("email", "That’s your own address. You’re already here.");
  const existing = people.find((one) => one.email === email);
  if (existing)
    throw fieldError(
      "email",
      `${email} is already in this business, as ${existing.role === "owner" ? "an" : "a"} ${existing.role}.`,
    );
  if (role === "guest" && !(await listInviteJobs(ctx)).some((job) => job.id === jobId))
    throw fieldError("jobId", "Choose the job they can see.");
  const [open] = await ctx.db
    .select()
    .from(businessesInvites)
    .where(and(eq(businessesInvites.accountId, ctx.account.id), eq(businessesInvites.email, email), isOpen));
  if (open && !grantableRoles(acting).includes(open.role))
    throw fieldError("email", `An owner already invited ${email} as a ${open.role}.`);
  const verdict = checkLimits(ctx, email);
  if (!verdict.ok) return { kind: "too-many", verdict };
  await sendInvite(
    ctx,
    { id: open?.id ?? newId(), email, role, jobId: role === "guest" ? (jobId ?? null) : null },
    open !== undefined,
  );
  return { kind: "sent", again: open !== undefined };
}

/**
 * Sends an open invitation again, with a new link and 14 more days.
 * @throws AppError not_found when it is no longer open
 */
export async function resendInvite(ctx: AccountContext, id: string): Promise<Invited> {
  inviterOf(ctx);
  await lockMembers(ctx);
  const invite = await getOpen(ctx, id);
  const verdict = checkLimits(ctx, invite.email);
  if (!verdict.ok) return { kind: "too-many", verdict };
  await sendInvite(ctx, invite, true);
  return { kind: "sent", again: true };
}

/**
 * Revokes an open invitation; its link stops working immediately.
 * @throws AppError not_found when it is no longer open
 */
export async function revokeInvite(ctx: AccountContext, id: string): Promise<void> {
  await lockMembers(ctx);
  const { email, role } = await getOpen(ctx, id);
  await ctx.db.update(businessesInvites).set({ revokedAt: ctx.now }).where(rowOf(ctx, id));
  await recordAudit(ctx, "people.invite-revoked", { email, role });
}

/** Open invitations, newest first. */
export function openInvites(ctx: AccountContext): Promise<Row[]> {
  return ctx.db
    .select()
    .from(businessesInvites)
    .where(and(eq(businessesInvites.accountId, ctx.account.id), isOpen))
    .orderBy(desc(businessesInvites.createdAt), desc(businessesInvites.id));
}

const rowOf = (ctx: AccountContext, id: string) =>
  and(eq(businessesInvites.accountId, ctx.account.id), eq(businessesInvites.id, id));

async function getOpen(ctx: AccountContext, id: string): Promise<Row> {
  const [row] = isId(id)
    ? await ctx.db
        .select()
        .from(businessesInvites)
        .where(and(rowOf(ctx, id), isOpen))
    : [];
  if (!row) throw new AppError("not_found", "This invitation was already accepted or canceled.");
  if (!grantableRoles(actingRole(ctx)).includes(row.role))
    throw new AppError("forbidden", "Only an owner can change this invitation.");
  return row;
}

function inviterOf(ctx: AccountContext): Person {
  if (!ctx.user?.emailVerified)
    throw new AppError(
      "forbidden",
      "Verify your email before you invite others, using the link we sent you. Get a new one under You.",
    );
  return ctx.user;
}

function checkLimits(ctx: AccountContext, email: string): Verdict {
  const mailbox = perMailbox.check(mailboxKey(email), ctx.now);
  if (!mailbox.ok) return mailbox;
  const hour = perHour.check(ctx.account.id, ctx.now);
  return hour.ok ? perDay.check(ctx.account.id, ctx.now) : hour;
}

async function sendInvite(
  ctx: AccountContext,
  invite: Pick<Row, "id" | "email" | "role" | "jobId">,
  again: boolean,
): Promise<void> {
  const inviter = inviterOf(ctx);
  const { name } = await getBusiness(ctx);
  if (!name)
    throw new AppError(
      "conflict",
      "Give your business a name in the settings first, so people know who’s inviting them.",
    );
  const token = newAccountToken(ctx.account.id);
  const { id, email, role, jobId } = invite;
  const values = {
    role,
    jobId,
    tokenHash: tokenHash(token),
    invitedBy: inviter.id,
    createdAt: ctx.now,
    expiresAt: ctx.now.add({ hours: 24 * OPEN_DAYS }),
  };
  if (again) await ctx.db.update(businessesInvites).set(values).where(rowOf(ctx, id));
  else await ctx.db.insert(businessesInvites).values({ accountId: ctx.account.id, id, email, ...values });
  await recordAudit(ctx, "people.invited", { email, role, ...(again ? { again: "yes" } : {}) });
  const { brand, publicUrl } = installation();
  const mail = inviteMail({
    brand,
    business: name,
    inviter: (await fullNamesOf(ctx.db, [inviter.id])).get(inviter.id) ?? inviter.email,
    role,
    link: `${publicUrl}/join/${token}`,
  });
  await queueProductMail(ctx, email, mail, inviter.email);
}

export interface ShownInvite {
  readonly business: string;
  readonly inviter: string;
  readonly email: string;
  readonly role: Role;
}

export type InviteLink =
  | { readonly kind: "open"; readonly invite: ShownInvite }
  | { readonly kind: "unknown" | "expired" | "revoked" | "suspended" }
  | {
      readonly kind: "used";
      readonly by: string | null;
      readonly accountId: string;
      readonly business: string;
    };

/** Reads an invitation link without changing anything, because mail scanners follow every link. */
export async function readInvite(token: string): Promise<InviteLink> {
  const accountId = accountOfToken(token);
  return accountId
    ? withAccount(accountId, async (ctx) => (await findByToken(ctx, token)).link)
    : { kind: "unknown" };
}

async function findByToken(
  ctx: AccountContext,
  token: string,
  lock = false,
): Promise<{ link: InviteLink; row?: Row }> {
  const query = ctx.db
    .select()
    .from(businessesInvites)
    .where(
      and(eq(businessesInvites.accountId, ctx.account.id), eq(businessesInvites.tokenHash, tokenHash(token))),
    );
  const [row] = await (lock ? query.for("update") : query);
  if (!row) return { link: { kind: "unknown" } };
  const business = (await getBusiness(ctx)).name ?? "";
  if (row.acceptedAt)
    return { link: { kind: "used", by: row.acceptedBy, accountId: row.accountId, business }, row };
  if (row.revokedAt) return { link: { kind: "revoked" }, row };
  if (Temporal.Instant.compare(row.expiresAt, ctx.now) <= 0) return { link: { kind: "expired" }, row };
  if (await suspendedSince(ctx)) return { link: { kind: "suspended" }, row };
  const inviter = (await fullNamesOf(ctx.db, [row.invitedBy])).get(row.invitedBy);
  return {
    link: {
      kind: "open",
      invite: { business, inviter: inviter ?? business, email: row.email, role: row.role },
    },
    row,
  };
}

export type Joined =
  | { readonly kind: "joined"; readonly accountId: string }
  | { readonly kind: "not-yours" }
  | Exclude<InviteLink, { kind: "open" }>;

/**
 * Accepts an open invitation for the signed-in person. The link, mailed to one address only, and a session
 * under that address prove as much as a verification link, so the address counts as verified. Idempotent.
 */
export async function acceptInvite(token: string, person: Person): Promise<Joined> {
  const accountId = accountOfToken(token);
  if (!accountId) return { kind: "unknown" };
  return withAccount(
    accountId,
    async (ctx): Promise<Joined> => {
      // Lock first, like every change of members; otherwise sending the invitation again at this moment would
      // deadlock.
      await lockMembers(ctx);
      const { link, row } = await findByToken(ctx, token, true);
      if (link.kind === "used" && link.by === person.id) return { kind: "joined", accountId };
      if (link.kind !== "open" || !row) return link.kind === "open" ? { kind: "unknown" } : link;
      if (row.email !== person.email) return { kind: "not-yours" };
      const { role, jobId } = row;
      const { rowCount } = await ctx.db
        .insert(businessesMembers)
        .values({ accountId, userId: person.id, role, jobId, createdAt: ctx.now })
        .onConflictDoNothing();
      await ctx.db
        .update(businessesInvites)
        .set({ acceptedAt: ctx.now, acceptedBy: person.id })
        .where(rowOf(ctx, row.id));
      await confirmMailbox(ctx.db, person.id, row.email, ctx.now);
      if (rowCount) {
        await recordAudit(ctx, "people.joined", { role });
        await recordMembership(ctx.db, person.id, "joined", link.invite.business);
      }
      return { kind: "joined", accountId };
    },
    person,
  );
}
