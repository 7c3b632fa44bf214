import { createHash } from "node:crypto";
import { and, desc, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { addHistory } from "./history/history.server.ts";
import type { ReplyFile } from "./mail/reply-file.ts";
import type { Spacing } from "./preferences/spacing.ts";
import type { OpenStage } from "./stage/stages.ts";
import {
  leads,
  leadsConsents,
  leadsReplies,
  leadsSuppressions,
  leadsTouches,
  SUPPRESSIONS,
  type Suppression,
} from "./tables.server.ts";

/** A lead as lists and its own page show it. */
export interface Lead {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Temporal.Instant;
  readonly repliedAt: Temporal.Instant | null;
  readonly unsubscribedAt: Temporal.Instant | null;
  readonly bouncedAt: Temporal.Instant | null;
  /** Since when their address waits to be confirmed: nothing is sent to them meanwhile. */
  readonly unconfirmedSince: Temporal.Instant | null;
  /** When they were last asked to. */
  readonly confirmAskedAt: Temporal.Instant | null;
  /** Since when it is known to be theirs. */
  readonly confirmedAt: Temporal.Instant | null;
  readonly bookedAt: Temporal.Instant | null;
  readonly outcome: "won" | "lost" | null;
  readonly outcomeAt: Temporal.Instant | null;
  readonly outcomeReason: string | null;
  /** In cents of the business's currency. */
  readonly valueCents: number | null;
  /** Where the business put them by hand, and when; see stages.ts. */
  readonly stage: OpenStage | null;
  readonly stageAt: Temporal.Instant | null;
  /** E.164. */
  readonly phone: string | null;
  /** The first day on which they may be written to again, `YYYY-MM-DD` by the business's calendar. */
  readonly pausedUntil: string | null;
  /** How far apart they asked mails to be. */
  readonly mailSpacing: Spacing | null;
}

/** What every list of leads is made of. */
export const leadColumns = {
  id: leads.id,
  name: leads.name,
  email: leads.email,
  createdAt: leads.createdAt,
  repliedAt: leads.repliedAt,
  unsubscribedAt: leads.unsubscribedAt,
  bouncedAt: leads.bouncedAt,
  unconfirmedSince: leads.unconfirmedSince,
  confirmAskedAt: leads.confirmAskedAt,
  confirmedAt: leads.confirmedAt,
  bookedAt: leads.bookedAt,
  outcome: leads.outcome,
  outcomeAt: leads.outcomeAt,
  outcomeReason: leads.outcomeReason,
  valueCents: leads.valueCents,
  stage: leads.stage,
  stageAt: leads.stageAt,
  phone: leads.phone,
  pausedUntil: leads.pausedUntil,
  mailSpacing: leads.mailSpacing,
};

/**
 * The hash under which an address, or a telephone number, stays suppressed even after its lead was erased.
 */
export function addressHash(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}

/** The newest leads of the account. */
export async function listLeads(ctx: AccountContext, limit = 100): Promise<Lead[]> {
  const newest = prepared(ctx.db, "leads.newest", (db, name) =>
    db
      .select(leadColumns)
      .from(leads)
      .where(eq(leads.accountId, sql.placeholder("account")))
      .orderBy(desc(leads.createdAt))
      .limit(sql.placeholder("limit"))
      .prepare(name),
  );
  return newest.execute({ account: ctx.account.id, limit });
}

/**
 * One lead.
 * @param lock nobody else changes it until the transaction ends
 * @throws AppError not_found when the account has no such lead
 */
export async function getLead(ctx: AccountContext, leadId: string, { lock = false } = {}): Promise<Lead> {
  const found = ctx.db
    .select(leadColumns)
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  const [lead] = isId(leadId) ? await (lock ? found.for("update") : found) : [];
  if (!lead) throw new AppError("not_found", "There is no such lead.");
  return lead;
}

/** Everything that a lead did, oldest first. */
export async function leadHistory(ctx: AccountContext, leadId: string) {
  const mine = <T extends typeof leadsTouches | typeof leadsConsents | typeof leadsReplies>(table: T) =>
    and(eq(table.accountId, ctx.account.id), eq(table.leadId, leadId));
  const touches = await ctx.db.select().from(leadsTouches).where(mine(leadsTouches)).orderBy(leadsTouches.at);
  const consents = await ctx.db
    .select()
    .from(leadsConsents)
    .where(mine(leadsConsents))
    .orderBy(leadsConsents.at);
  const replies = await ctx.db.select().from(leadsReplies).where(mine(leadsReplies)).orderBy(leadsReplies.at);
  return { touches, consents, replies };
}

/** A reply as it arrived. */
export interface Reply {
  readonly via: "mail" | "owner" | "text";
  readonly messageId?: string | undefined;
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  /** In-Reply-To and References of a mail, as they came. */
  readonly references?: string | undefined;
  /** What came with a mail, kept already. */
  readonly files?: readonly ReplyFile[];
  /** Whether all it says is that they want no more: that is done, and waits for no answer. */
  readonly asksToStop?: boolean;
}

/** As many as a long conversation names. */
const MOST_IN_THREAD = 20;

/**
 * The Message-IDs in a mail's headers, each once, the newest last; null for none. What is no Message-ID is
 * left out.
 */
export function threadOf(references: string): string | null {
  const ids = references.slice(0, 20_000).match(/<[^<>\s@\p{Cc}]{1,200}@[^<>\s@\p{Cc}]{1,200}>/gu) ?? [];
  return [...new Set(ids)].slice(-MOST_IN_THREAD).join(" ") || null;
}

/**
 * Notes that a lead replied; what was planned for them stops. The same mail twice is one reply, and stops
 * nothing that began since.
 */
export async function recordReply(ctx: AccountContext, leadId: string, reply: Reply): Promise<void> {
  const lead = await getLead(ctx, leadId);
  // Said once more it is no second reply, but it stops what was begun since.
  if (reply.via === "owner" && lead.repliedAt) return publish(ctx, { type: "lead.replied", leadId });
  const fresh = await ctx.db
    .insert(leadsReplies)
    .values({
      accountId: ctx.account.id,
      id: newId(),
      leadId,
      via: reply.via,
      at: ctx.now,
      messageId: reply.messageId ?? null,
      subject: reply.subject?.slice(0, 300) ?? null,
      body: reply.body?.slice(0, 20_000) ?? null,
      files: reply.files ?? [],
      thread: reply.references ? threadOf(reply.references) : null,
      // What the owner noted they know already.
      waiting: reply.via !== "owner" && !reply.asksToStop,
    })
    .onConflictDoNothing()
    .returning({ id: leadsReplies.id });
  if (!fresh.length) return;
  if (reply.via === "owner") await addHistory(ctx, leadId, "replied");
  if (!lead.repliedAt)
    await ctx.db
      .update(leads)
      .set({ repliedAt: ctx.now })
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await publish(ctx, { type: "lead.replied", leadId });
}

/** Notes an opt-out: it works at once, and twice is once. */
export async function unsubscribeLead(ctx: AccountContext, leadId: string): Promise<Lead> {
  const lead = await optOut(ctx, leadId, "unsubscribed");
  await publish(ctx, { type: "lead.unsubscribed", leadId });
  return lead;
}

/**
 * Notes that a lead reported a mail of ours as spam: an opt-out, said to their mail provider instead of to
 * us.
 */
export async function noteComplaint(ctx: AccountContext, leadId: string): Promise<void> {
  await optOut(ctx, leadId, "complained");
  await publish(ctx, { type: "lead.complained", leadId });
}

/**
 * Takes an opt-out back that was a slip, and lets what it stopped go on.
 * @param since when they opted out, as it is stored
 * @returns false when that is not how they stand: another opt-out, a complaint
 */
export async function undoOptOut(
  ctx: AccountContext,
  leadId: string,
  since: Temporal.Instant,
): Promise<boolean> {
  const lead = await getLead(ctx, leadId);
  if (!lead.unsubscribedAt?.equals(since)) return false;
  const mine = and(
    eq(leadsSuppressions.accountId, ctx.account.id),
    eq(leadsSuppressions.addressHash, addressHash(lead.email)),
  );
  const lifted = await ctx.db
    .delete(leadsSuppressions)
    .where(and(mine, eq(leadsSuppressions.reason, "unsubscribed")))
    .returning({ hash: leadsSuppressions.addressHash });
  if (!lifted.length) return false;
  await ctx.db
    .update(leads)
    .set({ unsubscribedAt: null })
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  // Not wanting mail had hidden that it does not arrive.
  if (lead.bouncedAt) await suppressAddress(ctx, lead.email, "bad_address");
  await publish(ctx, { type: "lead.came-back", leadId, since });
  return true;
}

async function optOut(ctx: AccountContext, leadId: string, reason: Suppression): Promise<Lead> {
  const lead = await getLead(ctx, leadId);
  await suppressAddress(ctx, lead.email, reason);
  if (!lead.unsubscribedAt)
    await ctx.db
      .update(leads)
      .set({ unsubscribedAt: ctx.now })
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  return lead;
}

/**
 * Notes that a lead's address does not work, as a mail server said at once or in a mail of its own later. The
 * lead may be gone by then; the address is suppressed all the same.
 */
export async function noteBadAddress(ctx: AccountContext, leadId: string, email: string): Promise<void> {
  await suppressAddress(ctx, email, "bad_address");
  await ctx.db
    .update(leads)
    .set({ bouncedAt: sql`coalesce(${leads.bouncedAt}, ${ctx.now.toString()})` })
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await publish(ctx, { type: "lead.bounced", leadId });
}

/**
 * Never write to this address again from this account. An opt-out is not overwritten by a bounce, nor a
 * complaint by anything.
 */
export async function suppressAddress(
  ctx: AccountContext,
  email: string,
  reason: Suppression,
): Promise<void> {
  const stays = SUPPRESSIONS.slice(SUPPRESSIONS.indexOf(reason) + 1);
  await ctx.db
    .insert(leadsSuppressions)
    .values({ accountId: ctx.account.id, addressHash: addressHash(email), reason, at: ctx.now })
    .onConflictDoUpdate({
      target: [leadsSuppressions.accountId, leadsSuppressions.addressHash],
      set: { reason },
      ...(stays.length ? { setWhere: notInArray(leadsSuppressions.reason, stays) } : {}),
    });
}

/** What decides whether a lead may be written to, at this moment. */
export interface ContactState extends Lead {
  readonly suppressed: Suppression | null;
}

/**
 * Leads with their suppression, by id; one query whatever their number. Erased leads are missing from the
 * result.
 */
export async function contactStates(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, ContactState>> {
  if (!leadIds.length) return new Map();
  const rows = await ctx.db
    .select({ ...leadColumns, suppressed: leadsSuppressions.reason })
    .from(leads)
    .leftJoin(
      leadsSuppressions,
      and(
        eq(leadsSuppressions.accountId, leads.accountId),
        // The same digest as addressHash(), made by the database: base64url without padding.
        sql`${leadsSuppressions.addressHash} = rtrim(translate(encode(sha256(convert_to(${leads.email}, 'UTF8')), 'base64'), '+/', '-_'), '=')`,
      ),
    )
    .where(and(eq(leads.accountId, ctx.account.id), inArray(leads.id, [...leadIds])));
  return new Map(rows.map((row) => [row.id, row]));
}

/** When leads last asked for something, by id. */
export async function lastAsked(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, Temporal.Instant>> {
  if (!leadIds.length) return new Map();
  const rows = await ctx.db
    .select({ leadId: leadsTouches.leadId, at: sql`max(${leadsTouches.at})`.mapWith(leadsTouches.at) })
    .from(leadsTouches)
    .where(and(eq(leadsTouches.accountId, ctx.account.id), inArray(leadsTouches.leadId, [...leadIds])))
    .groupBy(leadsTouches.leadId);
  return new Map(rows.map(({ leadId, at }) => [leadId, at]));
}

/**
 * Ids of the account's leads in their order, some at a time.
 * @param after the last one of those before; null begins
 */
export async function leadIdsAfter(
  ctx: AccountContext,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), after === null ? undefined : gt(leads.id, after)))
    .orderBy(leads.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The lead with this address, if any. */
export async function findLeadByEmail(ctx: AccountContext, email: string): Promise<Lead | undefined> {
  const [lead] = await ctx.db
    .select(leadColumns)
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.email, email.trim().toLowerCase())));
  return lead;
}
