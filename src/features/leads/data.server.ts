import { createHash } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { publish } from "#features/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { LeadPage } from "./pages.server.ts";
import { type Capture, CONSENT_VERSION, consentWording } from "./schema.ts";
import { leads, leadsConsents, leadsReplies, leadsSuppressions, leadsTouches } from "./tables.server.ts";

/** A lead as lists and its own page show it. */
export interface Lead {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Temporal.Instant;
  readonly repliedAt: Temporal.Instant | null;
  readonly unsubscribedAt: Temporal.Instant | null;
}

const leadColumns = {
  id: leads.id,
  name: leads.name,
  email: leads.email,
  createdAt: leads.createdAt,
  repliedAt: leads.repliedAt,
  unsubscribedAt: leads.unsubscribedAt,
};

/** The hash under which an address stays suppressed even after its lead was erased. */
function addressHash(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}

/**
 * Keeps what a client left on a personal page: one lead per address, one touch and consent per submission, and what follows from
 * it, in one transaction. The same submission fifty times at once is one of each.
 */
export async function captureLead(
  ctx: AccountContext,
  page: LeadPage,
  capture: Capture,
  details: { businessName: string; source: Record<string, string> },
): Promise<{ leadId: string }> {
  const account = ctx.account.id;
  const submission = capture.submission ?? newId();
  const at = ctx.now.toString();
  // One trip for three rows. The no-op update makes the existing row's id come back, and lets its first name stand.
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with lead as (
      insert into leads (account_id, id, name, email, created_at) values (${account}, ${newId()}, ${capture.name}, ${capture.email}, ${at})
      on conflict (account_id, email) do update set email = excluded.email
      returning id
    ), touch as (
      insert into leads_touches (account_id, id, lead_id, page_id, at, source)
      select ${account}, ${submission}, lead.id, ${page.id}, ${at}, ${JSON.stringify(details.source)}::jsonb from lead
      on conflict do nothing
    ), consent as (
      insert into leads_consents (account_id, id, lead_id, wording_version, wording, source, at)
      select ${account}, ${submission}, lead.id, ${CONSENT_VERSION}, ${consentWording(page.offer, details.businessName)}, ${`/p/${page.slug}`}, ${at} from lead
      on conflict do nothing
    )
    select id from lead`);
  const leadId = rows[0]!.id;
  await publish(ctx, { type: "lead.captured", leadId, pageId: page.id });
  return { leadId };
}

/** The newest leads of the account. */
export async function listLeads(ctx: AccountContext, limit = 100): Promise<Lead[]> {
  return ctx.db.select(leadColumns).from(leads).where(eq(leads.accountId, ctx.account.id)).orderBy(desc(leads.createdAt)).limit(limit);
}

/**
 * One lead.
 * @throws AppError not_found when the account has no such lead
 */
export async function getLead(ctx: AccountContext, leadId: string): Promise<Lead> {
  const [lead] = isId(leadId)
    ? await ctx.db
        .select(leadColumns)
        .from(leads)
        .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)))
    : [];
  if (!lead) throw new AppError("not_found", "There is no such lead.");
  return lead;
}

/** Everything that a lead did, oldest first. */
export async function leadStory(ctx: AccountContext, leadId: string) {
  const mine = <T extends typeof leadsTouches | typeof leadsConsents | typeof leadsReplies>(table: T) =>
    and(eq(table.accountId, ctx.account.id), eq(table.leadId, leadId));
  const touches = await ctx.db.select().from(leadsTouches).where(mine(leadsTouches)).orderBy(leadsTouches.at);
  const consents = await ctx.db.select().from(leadsConsents).where(mine(leadsConsents)).orderBy(leadsConsents.at);
  const replies = await ctx.db.select().from(leadsReplies).where(mine(leadsReplies)).orderBy(leadsReplies.at);
  return { touches, consents, replies };
}

/** A reply as it arrived. */
export interface Reply {
  readonly via: "mail" | "owner";
  readonly messageId?: string | undefined;
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
}

/** Notes that a lead replied; what was planned for them stops. The same mail twice is one reply. */
export async function recordReply(ctx: AccountContext, leadId: string, reply: Reply): Promise<void> {
  const lead = await getLead(ctx, leadId);
  if (reply.via === "owner" && lead.repliedAt) return;
  await ctx.db
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
    })
    .onConflictDoNothing();
  if (!lead.repliedAt)
    await ctx.db
      .update(leads)
      .set({ repliedAt: ctx.now })
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await publish(ctx, { type: "lead.replied", leadId });
}

/** Notes an opt-out: it works at once, and twice is once. */
export async function unsubscribeLead(ctx: AccountContext, leadId: string): Promise<Lead> {
  const lead = await getLead(ctx, leadId);
  await suppressAddress(ctx, lead.email, "unsubscribed");
  if (!lead.unsubscribedAt)
    await ctx.db
      .update(leads)
      .set({ unsubscribedAt: ctx.now })
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await publish(ctx, { type: "lead.unsubscribed", leadId });
  return lead;
}

/** Never write to this address again from this account. An opt-out is not overwritten by a bounce. */
export async function suppressAddress(ctx: AccountContext, email: string, reason: "unsubscribed" | "bad_address"): Promise<void> {
  await ctx.db
    .insert(leadsSuppressions)
    .values({ accountId: ctx.account.id, addressHash: addressHash(email), reason, at: ctx.now })
    .onConflictDoUpdate({
      target: [leadsSuppressions.accountId, leadsSuppressions.addressHash],
      set: { reason: sql`case when excluded.reason = 'unsubscribed' then 'unsubscribed' else ${leadsSuppressions.reason} end` },
    });
}

/** What decides whether a lead may be written to, at this moment. */
export interface LeadStanding extends Lead {
  readonly suppressed: "unsubscribed" | "bad_address" | null;
}

/** Leads with their suppression, by id; one query whatever their number. Erased leads are missing from the result. */
export async function leadStandings(ctx: AccountContext, leadIds: readonly string[]): Promise<Map<string, LeadStanding>> {
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

/** The lead with this address, if any. */
export async function findLeadByEmail(ctx: AccountContext, email: string): Promise<Lead | undefined> {
  const [lead] = await ctx.db
    .select(leadColumns)
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.email, email.trim().toLowerCase())));
  return lead;
}
