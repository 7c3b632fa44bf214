import { createHash } from "node:crypto";
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { shownReply } from "#platform/mail/reply/shown-reply.ts";
import { addHistory } from "./history/history.server.ts";
import type { ReplyFile } from "./mail/reply-file.ts";
import { notifyOfReply } from "./notifications.server.ts";
import type { Basis } from "./people/basis.ts";
import type { Spacing } from "./preferences/spacing.ts";
import type { OpenStage } from "./stage/stages.ts";
import {
  leads,
  leadsAddresses,
  leadsConsents,
  leadsSuppressions,
  leadsTouches,
  type Suppression,
} from "./tables.server.ts";
import { leadsReplies, type ReplyWay } from "./mail/tables.server.ts";

export interface Lead {
  readonly id: string;
  readonly name: string;
  /** Null for a person added without one. */
  readonly email: string | null;
  readonly createdAt: Temporal.Instant;
  readonly repliedAt: Temporal.Instant | null;
  readonly unsubscribedAt: Temporal.Instant | null;
  readonly bouncedAt: Temporal.Instant | null;
  /** Since when confirmation is pending. Nothing is sent until they confirm. */
  readonly unconfirmedSince: Temporal.Instant | null;
  readonly confirmAskedAt: Temporal.Instant | null;
  readonly confirmedAt: Temporal.Instant | null;
  readonly bookedAt: Temporal.Instant | null;
  readonly outcome: "won" | "lost" | null;
  readonly outcomeAt: Temporal.Instant | null;
  readonly outcomeReason: string | null;
  /** In cents of the business's currency. */
  readonly valueCents: number | null;
  /** The stage the business chose by hand, and when; see stages.ts. */
  readonly stage: OpenStage | null;
  readonly stageAt: Temporal.Instant | null;
  /** E.164. */
  readonly phone: string | null;
  /** The first day they may be emailed again, `YYYY-MM-DD` in the business's time zone. */
  readonly pausedUntil: string | null;
  /** The minimum gap between emails that they chose. */
  readonly mailSpacing: Spacing | null;
  /** Why the business may contact a person it added by hand; null for others, who agreed themselves. */
  readonly basis: Basis | null;
}

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
  basis: leads.basis,
};

/** SHA-256 (base64url) of an email address or phone number; all that a suppression stores. */
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
 * @param lock locks the row until the transaction ends
 * @throws AppError not_found
 */
export async function getLead(ctx: AccountContext, leadId: string, { lock = false } = {}): Promise<Lead> {
  const found = ctx.db
    .select(leadColumns)
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  const [lead] = isId(leadId) ? await (lock ? found.for("update") : found) : [];
  if (!lead) throw new AppError("not_found", "That lead doesn’t exist.");
  return lead;
}

/** One lead, or null: a job may name one whose import was undone. */
export const findLead = (ctx: AccountContext, leadId: string): Promise<Lead | null> =>
  getLead(ctx, leadId).catch(() => null);

/** A lead's touches, consents and replies, each oldest first. */
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

export interface Reply {
  readonly via: ReplyWay;
  readonly messageId?: string | undefined;
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  /** The email's In-Reply-To and References headers, unparsed. */
  readonly references?: string | undefined;
  readonly files?: readonly ReplyFile[];
  /** The address it came from, if that isn't one of the lead's. */
  readonly otherSender?: string | undefined;
  /** Addresses of the business that have the reply in their mailbox, or get it forwarded. */
  readonly emailed?: readonly string[];
  /** The message only asks us to stop, so it needs no reply. */
  readonly asksToStop?: boolean;
}

const MOST_IN_THREAD = 20;

/** The distinct Message-IDs in an email's headers, newest last; null if there are none. */
export function threadOf(references: string): string | null {
  const ids = references.slice(0, 20_000).match(/<[^<>\s@\p{Cc}]{1,200}@[^<>\s@\p{Cc}]{1,200}>/gu) ?? [];
  return [...new Set(ids)].slice(-MOST_IN_THREAD).join(" ") || null;
}

/**
 * Records that a lead replied and publishes `lead.replied`, which stops their follow-up. A message delivered
 * twice is recorded once, and the second delivery doesn't stop follow-up that began in between.
 * @returns the id of the recorded reply; undefined if it was known
 */
export async function saveReply(
  ctx: AccountContext,
  leadId: string,
  reply: Reply,
): Promise<string | undefined> {
  const lead = await getLead(ctx, leadId);
  // An owner who reports a reply again adds no second reply, but does stop follow-up begun since.
  if (reply.via === "owner" && lead.repliedAt) {
    await publish(ctx, { type: "lead.replied", leadId });
    return undefined;
  }
  const id = newId();
  const waiting = reply.via !== "owner" && !reply.asksToStop;
  const inserted = await ctx.db
    .insert(leadsReplies)
    .values({
      accountId: ctx.account.id,
      id,
      leadId,
      via: reply.via,
      at: ctx.now,
      messageId: reply.messageId ?? null,
      subject: reply.subject?.slice(0, 300) ?? null,
      body: reply.body?.slice(0, 20_000) ?? null,
      files: reply.files ?? [],
      otherSender: reply.otherSender ?? null,
      thread: reply.references ? threadOf(reply.references) : null,
      // A reply that the owner reported needs no notice to the owner.
      waiting,
    })
    .onConflictDoNothing()
    .returning({ id: leadsReplies.id });
  if (!inserted.length) return undefined;
  if (reply.via === "owner") await addHistory(ctx, leadId, "replied");
  if (!lead.repliedAt)
    await ctx.db
      .update(leads)
      .set({ repliedAt: ctx.now })
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await publish(ctx, { type: "lead.replied", leadId });
  if (waiting)
    await notifyOfReply(ctx, lead, {
      id,
      via: reply.via,
      emailed: reply.emailed ?? [],
      words: shownReply({ body: reply.body, subject: reply.subject, files: reply.files ?? [] }).words,
    });
  return id;
}

/** Like saveReply(), for callers that need no id. */
export async function recordReply(ctx: AccountContext, leadId: string, reply: Reply): Promise<void> {
  await saveReply(ctx, leadId, reply);
}

export interface ContactState extends Lead {
  readonly suppressed: Suppression | null;
}

/** Leads with their suppression, by id, in one query. Erased leads are missing from the result. */
export async function contactStates(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, ContactState>> {
  if (!leadIds.length) return new Map();
  const rows = await ctx.db
    .select({
      ...leadColumns,
      // A merged person may have refused under another address.
      suppressed: sql<Suppression | null>`
        case when ${leads.unsubscribedAt} is not null and coalesce(${leadsSuppressions.reason}, 'bad_address') = 'bad_address'
             then 'unsubscribed' else ${leadsSuppressions.reason} end`,
    })
    .from(leads)
    .leftJoin(
      leadsSuppressions,
      and(
        eq(leadsSuppressions.accountId, leads.accountId),
        // Must equal addressHash(): base64url without padding.
        sql`${leadsSuppressions.addressHash} = rtrim(translate(encode(sha256(convert_to(${leads.email}, 'UTF8')), 'base64'), '+/', '-_'), '=')`,
      ),
    )
    .where(and(eq(leads.accountId, ctx.account.id), inArray(leads.id, [...leadIds])));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The time of each lead's last touch, by lead id. */
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
 * One page of the account's lead ids, ascending.
 * @param after the last id of the previous page; null for the first page
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

/** The account's lead with this address, the main one or another, ignoring case. */
export async function findLeadByEmail(ctx: AccountContext, email: string): Promise<Lead | undefined> {
  const address = email.trim().toLowerCase();
  const [lead] = await ctx.db
    .select(leadColumns)
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.email, address)));
  if (lead) return lead;
  const { accountId, leadId, channel, address: other } = leadsAddresses;
  const [found] = await ctx.db
    .select(leadColumns)
    .from(leadsAddresses)
    .innerJoin(leads, and(eq(leads.accountId, accountId), eq(leads.id, leadId)))
    .where(and(eq(accountId, ctx.account.id), eq(channel, "mail"), eq(other, address)))
    .limit(1);
  return found;
}
