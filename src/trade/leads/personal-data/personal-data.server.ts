// Long because everything about a person is listed and erased in one place.
import { and, desc, eq, or, sql } from "drizzle-orm";
import { recordAudit, zoneOf } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { forgetSharesAbout, sharesAbout } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { eraseMailsAbout } from "#platform/mail/erase.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { eraseTextsAbout } from "#platform/sms/erase.server.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { moment } from "#platform/time/format.ts";
import { convertWaiting } from "../capture/capture-queue.server.ts";
import { answerLines } from "../form/answer-lines.server.ts";
import { requestsOf } from "../capture/confirm.server.ts";
import { listHistory } from "../history/history.server.ts";
import { otherAddressesOf } from "../people/addresses.server.ts";
import { describeWay } from "../people/basis.ts";
import { forgetMergesOf, formerIdsOf, undoableMerges } from "../people/merged.server.ts";
import { todosOf } from "../tasks/tasks.server.ts";
import { BASIS_REASONS, DELIVERY, HISTORY_LABELS } from "./labels.ts";
import { quarantinedOf } from "../spam/quarantine.server.ts";
import { moneyInputValue } from "#platform/money/money.ts";
import { getLead, leadHistory } from "../data.server.ts";
import { suppressAddress } from "../opt-outs.server.ts";
import {
  leads,
  leadsAddresses,
  leadsConsents,
  leadsHappenings,
  leadsLinks,
  leadsTodos,
  leadsTouches,
} from "../tables.server.ts";
import { leadsCaptures, leadsHeldBack, leadsUnconfirmed } from "../capture/tables.server.ts";
import { leadsAnswers, leadsReplies } from "../mail/tables.server.ts";
import { leadsPages } from "../page/tables.server.ts";
import { eraseFiles, filesOfLead } from "../files/files.server.ts";
import { eraseForwards } from "../mail/forward.server.ts";
import { purgeReplyFiles } from "../mail/reply-files.server.ts";
import { longDay, SPACING_LABELS } from "../preferences/preferences.ts";

/** A section of personal data: its heading, and items with labeled values. */
export interface PersonalDataPart {
  readonly heading: string;
  readonly lines: readonly Readonly<Record<string, string>>[];
}

export interface PersonalData {
  readonly about: readonly (readonly [string, string])[];
  readonly parts: readonly PersonalDataPart[];
}

/**
 * All data that a business has about a lead, from this room and all others. Empty sections are included: that
 * is information too.
 */
export async function personalDataOf(ctx: AccountContext, leadId: string): Promise<PersonalData> {
  await convertWaiting(ctx);
  const [[lead], zone] = [await ctx.db.select().from(leads).where(isLead(ctx, leadId)), await zoneOf(ctx)];
  if (!lead) return { about: [], parts: [] };
  const at = (instant: Temporal.Instant) => moment(instant, zone).words;
  const { touches, consents, replies } = await leadHistory(ctx, leadId);
  const titles = new Map(
    (
      await ctx.db
        .select({ id: leadsPages.id, offer: leadsPages.offer })
        .from(leadsPages)
        .where(eq(leadsPages.accountId, ctx.account.id))
    ).map(({ id, offer }) => [id, offer.title]),
  );
  const mails = await ctx.db
    .select({
      subject: mailMessages.subject,
      to: mailMessages.recipient,
      state: mailMessages.state,
      createdAt: mailMessages.createdAt,
      sentAt: mailMessages.sentAt,
      text: mailMessages.text,
    })
    .from(mailMessages)
    .where(
      and(
        eq(mailMessages.accountId, ctx.account.id),
        or(
          eq(mailMessages.aboutId, leadId),
          lead.email === null ? undefined : eq(mailMessages.recipient, lead.email),
        ),
      ),
    )
    .orderBy(desc(mailMessages.createdAt), desc(mailMessages.id));
  const texts = await ctx.db
    .select({
      to: smsMessages.to,
      body: smsMessages.body,
      state: smsMessages.state,
      createdAt: smsMessages.createdAt,
      sentAt: smsMessages.sentAt,
    })
    .from(smsMessages)
    .where(and(eq(smsMessages.accountId, ctx.account.id), eq(smsMessages.aboutId, leadId)))
    .orderBy(desc(smsMessages.createdAt), desc(smsMessages.id));
  const parts: PersonalDataPart[] = [
    {
      heading: "When and where you gave your details",
      lines: touches.map((touch) => ({
        When: at(touch.at),
        "What you asked for": touch.pageId
          ? (titles.get(touch.pageId) ?? "a page that’s closed")
          : touch.source["visit"]
            ? "a visit"
            : touch.source["typed"]
              ? `nothing: the business added you (${describeWay(touch.source["typed"])})`
              : "nothing: you were on a list the business imported",
        "How you came": Object.values(touch.source).join(", ") || "not known",
      })),
    },
    {
      heading: "What you agreed to",
      lines: consents.map((consent) => ({
        When: at(consent.at),
        ...(consent.confirmedAt ? { "Confirmed by email": at(consent.confirmedAt) } : {}),
        "In these words": consent.wording,
        On: consent.source,
        "Wording version": consent.wordingVersion,
      })),
    },
    {
      heading: "Emails sent to you",
      lines: mails.map((mail) => ({
        When: at(mail.sentAt ?? mail.createdAt),
        Subject: mail.subject,
        To: mail.to,
        Status: DELIVERY[mail.state],
        Words: mail.text,
      })),
    },
    {
      heading: "Texts sent to you",
      lines: texts.map((text) => ({
        When: at(text.sentAt ?? text.createdAt),
        To: text.to,
        Status: DELIVERY[text.state],
        Words: text.body,
      })),
    },
    {
      heading: "What you wrote back",
      lines: replies.map((reply) => ({
        When: at(reply.at),
        How: {
          mail: "by email",
          text: "by text",
          owner: "noted by the business",
          page: "on the business’s page",
        }[reply.via],
        ...(reply.subject ? { Subject: reply.subject } : {}),
        ...(reply.body ? { Words: reply.body } : {}),
        ...(reply.files.length ? { Attachments: reply.files.map(({ name }) => name).join(", ") } : {}),
      })),
    },
    {
      heading: "Documents shared with you",
      lines: (await sharesAbout(ctx, leadId)).map((share) => ({
        Title: share.title,
        Shared: at(share.createdAt),
        "Available until": at(share.expiresAt),
      })),
    },
  ];
  // Deleted notes are still in the database, so they are listed too.
  const noted = await listHistory(ctx, leadId);
  if (noted.length)
    parts.push({
      heading: "The business’s notes about you",
      lines: noted.map(({ at: when, what, words, details, undoneAt }) => ({
        When: at(when),
        What: HISTORY_LABELS[what],
        ...(details.cents === undefined || details.cents === null
          ? {}
          : { Amount: moneyInputValue(details.cents) }),
        ...(details.to ? { Stage: details.to } : {}),
        ...(words ? { Words: words } : {}),
        ...(undoneAt ? { Undone: at(undoneAt) } : {}),
      })),
    });
  const todos = await todosOf(ctx, leadId);
  if (todos.length)
    parts.push({
      heading: "What the business planned to do for you",
      lines: todos.map(({ text, dueAt, doneAt }) => ({
        When: at(dueAt),
        What: text,
        ...(doneAt ? { Done: at(doneAt) } : {}),
      })),
    });
  const files = await filesOfLead(ctx, leadId, { all: true });
  if (files.length)
    parts.push({
      heading: "Files the business saved about you",
      lines: files.map(({ name, bytes, createdAt, isRemoved }) => ({
        When: at(createdAt),
        File: name,
        Size: formatBytes(bytes),
        ...(isRemoved ? { Removed: "yes, it’s deleted within a day" } : {}),
      })),
    });
  const waiting = lead.email === null ? [] : await quarantinedOf(ctx, lead.email);
  if (waiting.length)
    parts.push({
      heading: "Details you gave that the business hasn’t looked at yet",
      lines: waiting.map((one) => ({
        When: at(one.at),
        Name: one.name,
        ...Object.fromEntries(answerLines(one.answers).map(({ name, text }) => [name, text])),
      })),
    });
  const unconfirmed = await requestsOf(ctx, [leadId]);
  if (unconfirmed.length)
    parts.push({
      heading: "What you asked for but haven’t confirmed",
      lines: unconfirmed.map((one) => ({
        When: at(one.at),
        "What you asked for": one.title,
        Name: one.name,
        "How you came": Object.values(one.source).join(", ") || "not known",
        ...Object.fromEntries(answerLines(one.answers).map(({ name, text }) => [name, text])),
        "In these words": [one.wording, ...(one.answers?.texts ? [one.textWording] : [])].join("\n"),
        On: one.shownAt,
        "Wording version": one.wordingVersion,
      })),
    });
  const tell = (heading: string, lines: PersonalDataPart["lines"]) => void parts.push({ heading, lines });
  await publish(ctx, { type: "lead.asked", leadId, email: lead.email, tell });
  for (const former of await formerIdsOf(ctx, leadId))
    await publish(ctx, {
      type: "lead.asked",
      leadId: former,
      email: null,
      // What is under a former id comes after what is under today's.
      tell: (heading, lines) => (lines.length ? tell(heading, lines) : undefined),
    });
  const since = (instant: Temporal.Instant | null) => (instant ? `since ${at(instant)}` : "no");
  return {
    about: [
      ["Name", lead.name],
      ["Email", lead.email ?? "none"],
      ["Phone", lead.phone ?? "none"],
      [
        "Other addresses and numbers",
        (await otherAddressesOf(ctx, leadId)).map(({ address }) => address).join(", ") || "none",
      ],
      ...(await undoableMerges(ctx, leadId)).map(
        ({ name, until }) =>
          ["Merged by the business", `with the entry ${name}, can be undone until ${at(until)}`] as const,
      ),
      ["First contact", at(lead.createdAt)],
      ["Waiting for you to confirm your address since", since(lead.unconfirmedSince)],
      ["Last asked to confirm it", lead.confirmAskedAt ? at(lead.confirmAskedAt) : "not asked"],
      ["Address confirmed", since(lead.confirmedAt)],
      ["Replied", since(lead.repliedAt)],
      ["Unsubscribed", since(lead.unsubscribedAt)],
      ["Email bounced", since(lead.bouncedAt)],
      ["Opted out of texts", since(lead.textsStoppedAt)],
      ["Taking a break until", lead.pausedUntil ? longDay(lead.pausedUntil, ctx.now, zone) : "not set"],
      ["At most", lead.mailSpacing ? `one email ${SPACING_LABELS[lead.mailSpacing]}` : "not set"],
      ["Appointment", since(lead.bookedAt)],
      ["Outcome", lead.outcome && lead.outcomeAt ? `${lead.outcome}, ${at(lead.outcomeAt)}` : "not noted"],
      ["Reason", lead.outcomeReason ?? "not noted"],
      ["Value of the work", lead.valueCents === null ? "not noted" : moneyInputValue(lead.valueCents)],
      ["Why they may contact you", lead.basis ? BASIS_REASONS[lead.basis] : "you agreed yourself"],
      ["Stage set by hand", lead.stage && lead.stageAt ? `${lead.stage}, ${at(lead.stageAt)}` : "no"],
    ],
    parts,
  };
}

/** Data that a law requires after erasure, with the reason. None for leads. */
export const RETAINED_BY_LAW: readonly { readonly what: string; readonly why: string }[] = [];

/**
 * Erases a lead in the caller's transaction, here and in all other rooms. Hashes of the address and of any
 * phone number stay, so that this account never emails or texts them again; the audit log says that someone
 * was erased, not who.
 * @returns false if the lead is gone already
 */
export async function eraseLead(ctx: AccountContext, leadId: string): Promise<boolean> {
  await convertWaiting(ctx);
  const [lead] = await ctx.db.select().from(leads).where(isLead(ctx, leadId));
  if (!lead) return false;
  if (lead.email) await suppressAddress(ctx, lead.email, "unsubscribed");
  if (lead.phone) await suppressAddress(ctx, lead.phone, "unsubscribed");
  for (const { address } of await otherAddressesOf(ctx, leadId))
    await suppressAddress(ctx, address, "unsubscribed");
  await removeEverything(ctx, { ...lead, isTheirs: true });
  await recordAudit(ctx, "lead.erased", {}, "a client");
  return true;
}

/**
 * Deletes a lead who never confirmed their address. No hash stays, because the owner of the address may still
 * sign up.
 * @throws AppError not_found; conflict if they have confirmed meanwhile
 */
export async function eraseUnconfirmed(ctx: AccountContext, leadId: string): Promise<void> {
  const { unconfirmedSince } = await getLead(ctx, leadId, { lock: true });
  if (!unconfirmedSince) throw new AppError("conflict", "They’ve confirmed their address, so they stay.");
  const [lead] = await ctx.db.select().from(leads).where(isLead(ctx, leadId));
  await removeEverything(ctx, { ...lead!, isTheirs: false });
  await recordAudit(ctx, "lead.unconfirmed-deleted");
}

async function removeEverything(
  ctx: AccountContext,
  lead: typeof leads.$inferSelect & { readonly isTheirs: boolean },
): Promise<void> {
  const { id: leadId, email, phone, name, isTheirs } = lead;
  const others = (await otherAddressesOf(ctx, leadId)).filter(({ channel }) => channel === "mail");
  const emails = [email, ...others.map(({ address }) => address)];
  // Publish first: waits for rooms that plan or send, so that what they write meanwhile is deleted below.
  for (const one of emails) await publish(ctx, { type: "lead.erased", leadId, email: one, name, isTheirs });
  for (const one of await formerIdsOf(ctx, leadId))
    await publish(ctx, { type: "lead.erased", leadId: one, email, name, isTheirs });
  await forgetSharesAbout(ctx, leadId);
  for (const one of emails)
    await eraseMailsAbout(ctx.db, { accountId: ctx.account.id, aboutId: leadId, email: one });
  await eraseTextsAbout(ctx.db, { accountId: ctx.account.id, aboutId: leadId, phone });
  for (const id of [leadId, ...(await formerIdsOf(ctx, leadId))]) await eraseForwards(ctx, id);
  await purgeReplyFiles(ctx, leadId);
  await eraseFiles(ctx, leadId);
  await ctx.db.delete(leadsTodos).where(belongsTo(ctx, leadsTodos, leadId));
  await ctx.db.delete(leadsAddresses).where(belongsTo(ctx, leadsAddresses, leadId));
  await ctx.db.delete(leadsReplies).where(belongsTo(ctx, leadsReplies, leadId));
  await ctx.db.delete(leadsAnswers).where(belongsTo(ctx, leadsAnswers, leadId));
  await ctx.db.delete(leadsHappenings).where(belongsTo(ctx, leadsHappenings, leadId));
  await ctx.db.delete(leadsConsents).where(belongsTo(ctx, leadsConsents, leadId));
  await ctx.db.delete(leadsTouches).where(belongsTo(ctx, leadsTouches, leadId));
  await ctx.db.delete(leadsLinks).where(belongsTo(ctx, leadsLinks, leadId));
  await ctx.db.delete(leadsUnconfirmed).where(belongsTo(ctx, leadsUnconfirmed, leadId));
  for (const table of [leadsCaptures, leadsHeldBack])
    await ctx.db
      .delete(table)
      .where(
        and(
          eq(table.accountId, ctx.account.id),
          sql`lower(${table.email}) = any(${sql.param(emails)}::text[])`,
        ),
      );
  await forgetMergesOf(ctx, leadId);
  await ctx.db.delete(leads).where(isLead(ctx, leadId));
}

type LeadTable =
  | typeof leadsAddresses
  | typeof leadsTodos
  | typeof leadsTouches
  | typeof leadsConsents
  | typeof leadsReplies
  | typeof leadsAnswers
  | typeof leadsLinks
  | typeof leadsUnconfirmed
  | typeof leadsHappenings;

const belongsTo = (ctx: AccountContext, table: LeadTable, leadId: string) =>
  and(eq(table.accountId, ctx.account.id), eq(table.leadId, leadId));

const isLead = (ctx: AccountContext, leadId: string) =>
  and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId));
