import { and, eq, sql } from "drizzle-orm";
import { lockIfActive } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { resumeNotices, stopNotices } from "#ground/notifications/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { suppressQueuedTexts } from "#platform/sms/queue.server.ts";
import type { TextMessage, TextOutcome } from "#platform/sms/text.ts";
import type { MayText } from "#platform/sms/sending/texter.ts";
import { addressHash } from "../data.server.ts";
import { suppressAddress } from "../opt-outs.server.ts";
import { NO_TEXTS } from "../rules.ts";
import { leads, leadsConsents, leadsSuppressions } from "../tables.server.ts";

/** Whether a lead may be texted now, except for quiet hours. */
export interface TextContact {
  /** E.164; null if unknown. */
  readonly phone: string | null;
  /** Why not, shown to the owner after `not sent:`; null if they may be texted. */
  readonly refusal: string | null;
}

interface ContactRow extends Record<string, unknown> {
  readonly id: string;
  readonly phone: string | null;
  readonly stopped: boolean;
  readonly unconfirmed: boolean;
  readonly private: boolean;
  readonly agreed: boolean;
  readonly bad: boolean;
  readonly mail: "unsubscribed" | "complained" | null;
  readonly outcome: "won" | "lost" | null;
}

/**
 * Which leads may be texted, by id, in one query. A lead needs a number and a recorded consent to texts.
 * Erased leads are missing from the result.
 */
export async function mayText(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, TextContact>> {
  if (!leadIds.length) return new Map();
  const account = ctx.account.id;
  // Must equal addressHash(): base64url without padding.
  const hashOf = (column: string) =>
    sql.raw(`rtrim(translate(encode(sha256(convert_to(${column}, 'UTF8')), 'base64'), '+/', '-_'), '=')`);
  const { rows } = await ctx.db.execute<ContactRow>(sql`
    select l.id, l.phone, l.outcome, l.unconfirmed_since is not null as unconfirmed, coalesce(l.basis = 'private', false) as private,
           l.texts_stopped_at is not null
             or exists (select from leads_suppressions s where s.account_id = ${account} and s.address_hash = ${hashOf("l.phone")}) as stopped,
           exists (select from leads_consents c
                    where c.account_id = ${account} and c.lead_id = l.id and c.channel = 'text' and c.wording <> ''
                      and (c.phone is null or c.phone = l.phone)) as agreed,
           exists (select from sms_messages m
                    where m.account_id = ${account} and m.recipient = l.phone and m.state = 'failed' and m.reason = 'bad_number') as bad,
           coalesce((select s.reason from leads_suppressions s
             where s.account_id = ${account} and s.address_hash = ${hashOf("l.email")} and s.reason in ('unsubscribed', 'complained')),
             case when l.unsubscribed_at is not null then 'unsubscribed' end) as mail
      from leads l
     where l.account_id = ${account} and l.id = any(${sql.param([...leadIds])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, { phone: row.phone, refusal: refusalOf(row) }]));
}

function refusalOf(row: ContactRow): string | null {
  const { phone, stopped, unconfirmed, agreed, bad, mail, outcome } = row;
  if (!phone) return NO_TEXTS.noPhone;
  if (stopped) return NO_TEXTS.stopped;
  if (mail) return NO_TEXTS[mail];
  if (unconfirmed) return NO_TEXTS.unconfirmed;
  if (row.private) return NO_TEXTS.private;
  if (!agreed) return NO_TEXTS.noConsent;
  if (bad) return NO_TEXTS.badNumber;
  return outcome && NO_TEXTS[outcome];
}

/**
 * Why a lead may not get a hand-written reply by text. Unlike follow-up, a conversation may continue after
 * won or lost.
 */
export const refusalToAnswer = ({ refusal }: TextContact): string | null =>
  refusal === NO_TEXTS.won || refusal === NO_TEXTS.lost ? null : refusal;

/**
 * The last check before a text is sent. Also checks that it goes to the lead's current number, because the
 * consent belongs to that number.
 */
export async function mayStillText({ accountId, aboutId, to, kind }: TextMessage): Promise<MayText> {
  return await withAccount(accountId, async (ctx) => {
    if (!(await lockIfActive(ctx))) return { suppressed: NO_TEXTS.suspended };
    const contact = (await mayText(ctx, [aboutId])).get(aboutId);
    if (!contact) return { suppressed: NO_TEXTS.gone };
    const refusal = kind === "answer" ? refusalToAnswer(contact) : contact.refusal;
    if (refusal !== null) return { suppressed: refusal };
    return contact.phone === to ? { ok: true } : { suppressed: NO_TEXTS.otherNumber };
  });
}

/** Handles a sent text's outcome: an opt-out at the carrier counts like STOP. */
export async function recordTextOutcome({ message, reason }: TextOutcome): Promise<void> {
  if (reason === "opted_out") await withAccount(message.accountId, (ctx) => stopTexts(ctx, message.to));
}

/** Whether texts to this number were stopped in this account, by anyone who has it. */
export const isNumberStopped = async (ctx: AccountContext, phone: string): Promise<boolean> =>
  (await ctx.db.$count(
    leadsSuppressions,
    and(
      eq(leadsSuppressions.accountId, ctx.account.id),
      eq(leadsSuppressions.addressHash, addressHash(phone)),
    ),
  )) > 0;

export interface TextConsent {
  readonly leadId: string;
  readonly wording: string;
  readonly wordingVersion: string;
  /** Where, such as `/p/summit-deck`. */
  readonly source: string;
  /** The number it is for; without it, the number they have. */
  readonly phone?: string;
}

/** Records a consent to texts, separate from the consent to email. */
export async function recordTextConsent(
  ctx: AccountContext,
  { leadId, wording, wordingVersion, source, phone }: TextConsent,
): Promise<void> {
  await ctx.db.insert(leadsConsents).values({
    accountId: ctx.account.id,
    id: newId(),
    leadId,
    channel: "text",
    wording,
    wordingVersion,
    source,
    phone: phone ?? null,
    at: ctx.now,
  });
}

/** Leads with this number: the most recently texted, then the newest. */
export async function leadsOfPhone(ctx: AccountContext, phone: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select l.id from leads l
     where l.account_id = ${ctx.account.id}
       and (l.phone = ${phone} or l.id in (select a.lead_id from leads_addresses a
                                            where a.account_id = ${ctx.account.id} and a.address = ${phone} and a.channel = 'text'))
     order by (select max(coalesce(m.sent_at, m.claimed_at)) from sms_messages m
                where m.account_id = l.account_id and m.about_id = l.id and m.recipient = ${phone}) desc nulls last, l.created_at desc, l.id`);
  return rows.map(({ id }) => id);
}

/**
 * Stops texts to a number in this account immediately, even after its leads are erased. Idempotent; email
 * continues.
 */
export async function stopTexts(ctx: AccountContext, phone: string): Promise<void> {
  const accountId = ctx.account.id;
  await suppressAddress(ctx, phone, "unsubscribed");
  await stopNotices(ctx, phone);
  const stopped = await ctx.db
    .update(leads)
    .set({ textsStoppedAt: sql`coalesce(${leads.textsStoppedAt}, ${ctx.now.toString()})` })
    .where(and(eq(leads.accountId, accountId), eq(leads.phone, phone)))
    .returning({ id: leads.id });
  for (const { id: leadId } of stopped) {
    await suppressQueuedTexts(ctx.db, {
      accountId,
      aboutId: leadId,
      reason: NO_TEXTS.stopped,
      withAnswers: true,
    });
    await publish(ctx, { type: "lead.textsStopped", leadId });
  }
}

/**
 * Applies START: texts may go to this number again. It counts as consent, in their words, only if they knew
 * whom they texted: a business they had agreed to or exchanged texts with, or the one this number represents
 * if its texts were stopped.
 * @param isAnswer whether the number they texted represents this business
 */
export async function resumeTexts(
  ctx: AccountContext,
  phone: string,
  words: string,
  isAnswer: boolean,
): Promise<void> {
  const accountId = ctx.account.id;
  await resumeNotices(ctx, phone);
  const removed = await ctx.db
    .delete(leadsSuppressions)
    .where(
      and(eq(leadsSuppressions.accountId, accountId), eq(leadsSuppressions.addressHash, addressHash(phone))),
    )
    .returning({ hash: leadsSuppressions.addressHash });
  const { rows } = await ctx.db.execute<{ id: string; stopped: boolean; known: boolean }>(sql`
    select l.id, l.texts_stopped_at is not null as stopped,
           exists (select from leads_consents c where c.account_id = l.account_id and c.lead_id = l.id and c.channel = 'text')
             or exists (select from sms_messages m
                         where m.account_id = l.account_id and m.about_id = l.id and m.recipient = l.phone
                           and m.state = 'sent' and m.via is distinct from 'outbox') as known
      from leads l where l.account_id = ${accountId} and l.phone = ${phone}`);
  if (!rows.length) return;
  await ctx.db
    .update(leads)
    .set({ textsStoppedAt: null })
    .where(and(eq(leads.accountId, accountId), eq(leads.phone, phone)));
  for (const { id: leadId, stopped, known } of rows) {
    const wasStopped = stopped || removed.length > 0;
    const wording = `They texted: ${words.trim().slice(0, 100)}`;
    if (known || (wasStopped && isAnswer))
      await recordTextConsent(ctx, { leadId, wording, wordingVersion: "keyword", source: "a text message" });
    if (known || wasStopped) await publish(ctx, { type: "lead.textsResumed", leadId });
  }
}
