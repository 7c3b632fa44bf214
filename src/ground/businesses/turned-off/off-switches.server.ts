import { and, eq, gt, inArray, isNull, ne } from "drizzle-orm";
import { findPeople } from "#ground/identity/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { giveBackLater } from "../mailbox/give-back.server.ts";
import { STORED_NAMES } from "../sending/problem-messages.ts";
import { lockMembers } from "../people/people.server.ts";
import {
  businessesAccounts,
  businessesChannels,
  businessesInvites,
  businessesMembers,
} from "../tables.server.ts";
import type { OffSwitch } from "./turned-off.server.ts";

// The switches of this room's own data (see turned-off.server.ts).

const parseRow = <Row>(kept: unknown): Row => kept as Row;
const instantOf = (kept: Readonly<Record<string, unknown>> | null, name: string) =>
  Temporal.Instant.from(String(kept?.[name]));

/** People let in by the person who set the business up. */
const people: OffSwitch = {
  kind: "person",
  words: ["person in the business", "people in the business"],
  meaning: "They can open the business again, with the role they had.",
  async turnOff(ctx, { userId, isOwner }) {
    if (!isOwner) return [];
    await lockMembers(ctx);
    const { accountId, userId: member } = businessesMembers;
    const removed = await ctx.db
      .delete(businessesMembers)
      .where(and(eq(accountId, ctx.account.id), ne(member, userId)))
      .returning();
    const emails = new Map(
      (
        await findPeople(
          ctx.db,
          removed.map((one) => one.userId),
        )
      ).map((one) => [one.id, one.email]),
    );
    return removed.map(({ userId: ref, role, jobId, createdAt }) => ({
      ref,
      label: `${emails.get(ref) ?? "someone"}, ${role}`,
      kept: { role, jobId, createdAt: createdAt.toString() },
    }));
  },
  async turnOn(ctx, { ref, kept }) {
    const { role, jobId } = parseRow<Pick<typeof businessesMembers.$inferSelect, "role" | "jobId">>(kept);
    if (!(await findPeople(ctx.db, [ref])).length)
      throw new AppError("conflict", "This person has closed their account.");
    await lockMembers(ctx);
    await ctx.db
      .insert(businessesMembers)
      .values({
        accountId: ctx.account.id,
        userId: ref,
        role,
        jobId,
        createdAt: instantOf(kept, "createdAt"),
      })
      .onConflictDoNothing();
  },
};

const invitations: OffSwitch = {
  kind: "invitation",
  words: ["invitation", "invitations"],
  meaning: "The link we emailed works again until it expires, 14 days after it was sent.",
  async turnOff(ctx, { userId, isOwner }) {
    await lockMembers(ctx);
    const { accountId, acceptedAt, revokedAt, invitedBy } = businessesInvites;
    const revoked = await ctx.db
      .update(businessesInvites)
      .set({ revokedAt: ctx.now })
      .where(
        and(
          eq(accountId, ctx.account.id),
          isNull(acceptedAt),
          isNull(revokedAt),
          isOwner ? undefined : eq(invitedBy, userId),
        ),
      )
      .returning();
    return revoked.map(({ id, email, role }) => ({ ref: id, label: `${email}, ${role}` }));
  },
  async turnOn(ctx, { ref }) {
    await lockMembers(ctx);
    const { accountId, id, email, acceptedAt, revokedAt, expiresAt } = businessesInvites;
    const ownRow = and(eq(accountId, ctx.account.id), eq(id, ref), gt(expiresAt, ctx.now));
    const [invite] = await ctx.db.select({ email }).from(businessesInvites).where(ownRow);
    const expired = new AppError("conflict", "This invitation has expired. Invite them again under People.");
    if (!invite) throw expired;
    const newer = await ctx.db.$count(
      businessesInvites,
      and(eq(accountId, ctx.account.id), eq(email, invite.email), isNull(acceptedAt), isNull(revokedAt)),
    );
    if (newer) throw new AppError("conflict", `${invite.email} has a newer invitation already.`);
    await ctx.db.update(businessesInvites).set({ revokedAt: null }).where(ownRow);
  },
};

/**
 * The business's own mail servers, mailboxes and text services. Their rows are moved out of the table, so no
 * code that looks for a connection finds them. A mailbox that somebody signed in to is theirs, not the
 * business's: its permission is given back, and the history says so.
 */
const connections: OffSwitch = {
  kind: "connection",
  words: ["email or text connection", "email and text connections"],
  meaning: "Email and texts use it again.",
  async turnOff(ctx, { isOwner }) {
    if (!isOwner) return [];
    const removed = await ctx.db
      .delete(businessesChannels)
      .where(eq(businessesChannels.accountId, ctx.account.id))
      .returning();
    const grant = removed.find(({ kind }) => kind === "grant");
    if (grant) {
      const { provider, address } = await giveBackLater(ctx, grant);
      await recordAudit(ctx, "sending.removed", { connection: provider, address });
    }
    const others = removed.filter(({ kind, shown }) => kind !== "grant" && !shown["provider"]);
    return others.map(({ kind, sealed, shown, changedAt }) => ({
      ref: kind,
      label: [
        STORED_NAMES[kind],
        shown["fromAddress"] ?? shown["address"] ?? shown["number"] ?? shown["host"] ?? shown["selector"],
      ]
        .filter(Boolean)
        .join(", "),
      kept: { sealed, shown, changedAt: changedAt.toString() },
    }));
  },
  async turnOn(ctx, { ref, kept }) {
    const { sealed, shown } =
      parseRow<Pick<typeof businessesChannels.$inferSelect, "sealed" | "shown">>(kept);
    const row = {
      kind: ref as (typeof businessesChannels.$inferSelect)["kind"],
      sealed,
      shown,
      changedAt: ctx.now,
    };
    const inserted = await ctx.db
      .insert(businessesChannels)
      .values({ accountId: ctx.account.id, ...row, checkedAt: null, problem: null })
      .onConflictDoNothing()
      .returning({ kind: businessesChannels.kind });
    if (!inserted.length)
      throw new AppError(
        "conflict",
        "You’ve connected another one since then. Remove that one first, under Email and texts.",
      );
  },
};

const DETAILS = [
  { ref: "replyAddress", label: "Replies go to" },
  { ref: "reviewLink", label: "Review link" },
] as const;

/** Details that send clients, or their replies, elsewhere. */
const details: OffSwitch = {
  kind: "detail",
  words: ["reply address or review link", "reply addresses and review links"],
  meaning: "Email to your clients uses it again.",
  async turnOff(ctx, { userId, isOwner }) {
    if (!isOwner) return [];
    const [before] = await ctx.db.select().from(businessesAccounts).where(ownRow(ctx)).for("update");
    const [owner] = await findPeople(ctx.db, [userId]);
    const own = owner?.email ?? null;
    await ctx.db.update(businessesAccounts).set({ replyAddress: own, reviewLink: null }).where(ownRow(ctx));
    return DETAILS.flatMap(({ ref, label }) => {
      const value = before?.[ref];
      return value && value !== own ? [{ ref, label: `${label} ${value}`, kept: { value } }] : [];
    });
  },
  async turnOn(ctx, { ref, kept }) {
    const detail = DETAILS.find((one) => one.ref === ref);
    if (!detail)
      throw new AppError("conflict", "This version can’t turn that on. Set it again in the settings.");
    const [before] = await ctx.db.select().from(businessesAccounts).where(ownRow(ctx)).for("update");
    if (before?.[detail.ref] && before[detail.ref] !== ctx.user?.email)
      throw new AppError(
        "conflict",
        "You’ve set a different one since then, in the settings. Nothing was changed.",
      );
    await ctx.db
      .update(businessesAccounts)
      .set({ [detail.ref]: String(kept?.["value"]) })
      .where(ownRow(ctx));
  },
};

const UNSENT = ["queued", "claimed"] as const;

/**
 * Unsent messages written by hand or by the product. They can't be turned on again. Follow-up steps have
 * their own switch.
 */
const messages: OffSwitch = {
  kind: "message",
  words: ["message", "messages"],
  meaning: "It wasn’t sent. Write it again.",
  async turnOff(ctx, { isOwner }) {
    if (!isOwner) return [];
    const ended = { state: "suppressed", reason: NOT_SENT, claimedBy: null } as const;
    await ctx.db
      .update(mailMessages)
      .set(ended)
      .where(
        and(
          eq(mailMessages.accountId, ctx.account.id),
          ne(mailMessages.kind, "followup"),
          inArray(mailMessages.state, UNSENT),
        ),
      );
    await ctx.db
      .update(smsMessages)
      .set(ended)
      .where(
        and(
          eq(smsMessages.accountId, ctx.account.id),
          ne(smsMessages.kind, "followup"),
          inArray(smsMessages.state, UNSENT),
        ),
      );
    return [];
  },
  turnOn: () => Promise.reject(new AppError("conflict", "It wasn’t sent. Write it again.")),
};

const NOT_SENT = "written before the owner's address was verified";

const ownRow = (ctx: AccountContext) => eq(businessesAccounts.accountId, ctx.account.id);

export const businessesOffSwitches = { people, invitations, connections, details, messages } as const;
