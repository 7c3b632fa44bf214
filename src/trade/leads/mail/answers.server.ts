import { and, desc, eq, sql } from "drizzle-orm";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { MayMail } from "#platform/mail/sending/mailer.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { type MailContact, NO_ANSWER, refusalToMail } from "./answer-rules.ts";
import { getLead, contactStates } from "../data.server.ts";
import { leadsAnswers, leadsReplies } from "./tables.server.ts";
import { mayText, refusalToAnswer } from "../text/text-consent.server.ts";
import type { ReplyFile } from "./reply-file.ts";
import { markAnswered, markUnanswered } from "./unanswered.server.ts";

export interface AnswerMessage {
  readonly state: (typeof mailMessages.$inferSelect)["state"];
  readonly via: string | null;
  readonly sentAt: Temporal.Instant | null;
  /** When the carrier delivered a text; null for email. */
  readonly deliveredAt: Temporal.Instant | null;
  readonly failure: string | null;
  readonly reason: string | null;
  readonly nextAttemptAt: Temporal.Instant;
}

export interface Answer {
  readonly id: string;
  readonly via: "mail" | "text";
  readonly subject: string | null;
  readonly body: string;
  readonly files: readonly ReplyFile[];
  /** The address it was emailed from; null if it was written here. */
  readonly emailedFrom: string | null;
  readonly at: Temporal.Instant;
  readonly leavesAt: Temporal.Instant;
  readonly takenBackAt: Temporal.Instant | null;
  /** Null if it was canceled. */
  readonly message: AnswerMessage | null;
}

/** All replies to a lead, oldest first, with their delivery state, including canceled ones. */
export async function answersOfLead(ctx: AccountContext, leadId: string): Promise<Answer[]> {
  const message = <T extends typeof mailMessages | typeof smsMessages>(table: T) => ({
    state: table.state,
    via: table.via,
    sentAt: table.sentAt,
    failure: table.failure,
    reason: table.reason,
    nextAttemptAt: table.nextAttemptAt,
  });
  const rows = await ctx.db
    .select({
      answer: leadsAnswers,
      mail: message(mailMessages),
      text: { ...message(smsMessages), deliveredAt: smsMessages.deliveredAt },
    })
    .from(leadsAnswers)
    .leftJoin(
      mailMessages,
      and(eq(mailMessages.accountId, leadsAnswers.accountId), eq(mailMessages.id, leadsAnswers.id)),
    )
    .leftJoin(
      smsMessages,
      and(eq(smsMessages.accountId, leadsAnswers.accountId), eq(smsMessages.id, leadsAnswers.id)),
    )
    .where(and(eq(leadsAnswers.accountId, ctx.account.id), eq(leadsAnswers.leadId, leadId)))
    .orderBy(leadsAnswers.at, leadsAnswers.id);
  return rows.map(({ answer, mail, text }) => ({
    ...answer,
    message: messageOf(text) ?? messageOf(mail && { ...mail, deliveredAt: null }),
  }));
}

/** A left join yields all columns of a message, or only nulls. */
const messageOf = (
  found: { [Key in keyof AnswerMessage]: AnswerMessage[Key] | null } | null,
): AnswerMessage | null => (found !== null && found.state !== null ? (found as AnswerMessage) : null);

/** A reply to save. The caller queues its message with the same id in the same transaction. */
export interface NewAnswer {
  readonly id: string;
  readonly leadId: string;
  readonly via: "mail" | "text";
  readonly subject: string | null;
  readonly body: string;
  readonly leavesAt: Temporal.Instant;
  readonly files?: readonly ReplyFile[];
  /** The address it was emailed from, if not written here. */
  readonly emailedFrom?: string;
}

/**
 * Saves a reply and removes the lead's messages from the waiting list. Idempotent by id.
 * @returns whether it is new; only then queue a message
 * @throws AppError invalid or not_found; conflict if something else has the id
 */
export async function saveAnswer(ctx: AccountContext, answer: NewAnswer): Promise<boolean> {
  if (!isId(answer.id))
    throw new AppError(
      "invalid",
      "Something went wrong with this form. Reload the page. What you typed will still be there.",
    );
  await getLead(ctx, answer.leadId);
  const isTheirs = and(eq(leadsAnswers.accountId, ctx.account.id), eq(leadsAnswers.leadId, answer.leadId));
  const { rows: taken } = await ctx.db.execute(sql`
    select from mail_messages where account_id = ${ctx.account.id} and id = ${answer.id} and kind <> 'answer'
     union all
    select from sms_messages where account_id = ${ctx.account.id} and id = ${answer.id} and kind <> 'answer'`);
  if (taken.length)
    throw new AppError(
      "conflict",
      "Something went wrong with this form. Reload the page. What you typed will still be there.",
    );
  const inserted = await ctx.db
    .insert(leadsAnswers)
    .values({ ...answer, accountId: ctx.account.id, at: ctx.now })
    .onConflictDoNothing()
    .returning({ id: leadsAnswers.id });
  if (!inserted.length) {
    const [known] = await ctx.db
      .select({ id: leadsAnswers.id })
      .from(leadsAnswers)
      .where(and(isTheirs, eq(leadsAnswers.id, answer.id)));
    if (!known)
      throw new AppError(
        "conflict",
        "This reply is for someone else. Reload the page. What you typed will still be there.",
      );
    return false;
  }
  // A canceled reply was saved only as a draft for this one.
  await ctx.db
    .update(leadsAnswers)
    .set({ body: "", subject: null })
    .where(and(isTheirs, sql`taken_back_at is not null`));
  await markAnswered(ctx, answer.leadId);
  return true;
}

/**
 * Cancels a reply that was not sent: deletes its message and puts the lead back on the waiting list.
 * Idempotent.
 * @throws AppError not_found; conflict if it was sent or is being sent
 */
export async function cancelAnswer(ctx: AccountContext, leadId: string, id: string): Promise<void> {
  const isAnswer = and(
    eq(leadsAnswers.accountId, ctx.account.id),
    eq(leadsAnswers.leadId, leadId),
    eq(leadsAnswers.id, id),
  );
  const [answer] =
    isId(id) && isId(leadId) ? await ctx.db.select().from(leadsAnswers).where(isAnswer).for("update") : [];
  if (!answer) throw new AppError("not_found", "That reply doesn’t exist.");
  if (answer.takenBackAt) return;
  const table = answer.via === "mail" ? sql`mail_messages` : sql`sms_messages`;
  // A sender that claimed it checks again before its final dot, and finds nothing.
  const { rowCount } = await ctx.db.execute(sql`
    delete from ${table} where account_id = ${ctx.account.id} and id = ${id}
       and (state in ('queued', 'claimed') or state = 'sent' and via = 'outbox')`);
  if (!rowCount) throw new AppError("conflict", "It was already sent, so it can’t be undone.");
  await ctx.db.update(leadsAnswers).set({ takenBackAt: ctx.now }).where(isAnswer);
  await markUnanswered(ctx, leadId);
}

export interface MayAnswer {
  /** Why not, for display after `not sent:`; null if allowed. */
  readonly mail: string | null;
  readonly text: string | null;
  /** E.164; null if unknown. */
  readonly phone: string | null;
  /** The email to reply to: their latest. */
  readonly lastMail: Pick<
    typeof leadsReplies.$inferSelect,
    "id" | "at" | "subject" | "body" | "messageId" | "thread"
  > | null;
}

/**
 * Whether and how a lead may get a reply.
 * @throws AppError not_found
 */
export async function mayAnswer(ctx: AccountContext, leadId: string): Promise<MayAnswer> {
  const { contact, lastMail } = await mailContact(ctx, leadId);
  if (!contact) throw new AppError("not_found", "That lead doesn’t exist.");
  const texting = (await mayText(ctx, [leadId])).get(leadId);
  const text = texting ? refusalToAnswer(texting) : NO_ANSWER.gone;
  return {
    mail: refusalToMail(contact),
    text: text ?? (contact.hasWritten ? null : NO_ANSWER.notWritten),
    phone: texting?.phone ?? null,
    lastMail,
  };
}

/** The last check before a reply is emailed: did anything since forbid it? */
export async function mayAnswerLeave(ctx: AccountContext, leadId: string): Promise<MayMail> {
  const { contact } = await mailContact(ctx, leadId);
  const refusal = contact ? refusalToMail(contact) : NO_ANSWER.gone;
  return refusal === null ? { ok: true } : { suppressed: refusal };
}

async function mailContact(
  ctx: AccountContext,
  leadId: string,
): Promise<{ contact: MailContact | undefined; lastMail: MayAnswer["lastMail"] }> {
  const lead = isId(leadId) ? (await contactStates(ctx, [leadId])).get(leadId) : undefined;
  if (!lead) return { contact: undefined, lastMail: null };
  const { id, at, subject, body, messageId, thread } = leadsReplies;
  const [lastMail] = await ctx.db
    .select({ id, at, subject, body, messageId, thread })
    .from(leadsReplies)
    .where(
      and(
        eq(leadsReplies.accountId, ctx.account.id),
        eq(leadsReplies.leadId, leadId),
        eq(leadsReplies.via, "mail"),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(1);
  return {
    contact: {
      ...lead,
      wroteAt: lastMail?.at ?? null,
      hasWritten: lastMail !== undefined || lead.repliedAt !== null,
    },
    lastMail: lastMail ?? null,
  };
}

/** When a lead last sent a text; null if never. */
export async function lastTextOf(ctx: AccountContext, leadId: string): Promise<Temporal.Instant | null> {
  const [last] = await ctx.db
    .select({ at: leadsReplies.at })
    .from(leadsReplies)
    .where(
      and(
        eq(leadsReplies.accountId, ctx.account.id),
        eq(leadsReplies.leadId, leadId),
        eq(leadsReplies.via, "text"),
      ),
    )
    .orderBy(desc(leadsReplies.at))
    .limit(1);
  return last?.at ?? null;
}
