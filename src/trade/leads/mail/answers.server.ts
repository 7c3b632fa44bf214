import { and, desc, eq, sql } from "drizzle-orm";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { MayMail } from "#platform/mail/sending/mailer.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { type MailContact, NO_ANSWER, refusalToMail } from "./answer-rules.ts";
import { getLead, contactStates } from "../data.server.ts";
import { leadsAnswers, leadsReplies } from "../tables.server.ts";
import { mayText, refusalToAnswer } from "../text/text-consent.server.ts";
import { markAnswered, markUnanswered } from "./unanswered.server.ts";

/** Where an answer stands, as its message says. */
export interface AnswerMessage {
  readonly state: (typeof mailMessages.$inferSelect)["state"];
  readonly via: string | null;
  readonly sentAt: Temporal.Instant | null;
  /** When a text's carrier said that it arrived; of a mail nobody says so. */
  readonly deliveredAt: Temporal.Instant | null;
  readonly failure: string | null;
  readonly reason: string | null;
  readonly nextAttemptAt: Temporal.Instant;
}

/** What somebody of the business wrote to a lead by hand. */
export interface Answer {
  readonly id: string;
  readonly via: "mail" | "text";
  readonly subject: string | null;
  readonly body: string;
  readonly at: Temporal.Instant;
  readonly leavesAt: Temporal.Instant;
  readonly takenBackAt: Temporal.Instant | null;
  /** None where it was taken back. */
  readonly message: AnswerMessage | null;
}

/** Everything that was answered to a lead, oldest first, with what became of it; also what was taken back. */
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

/** What a left join found: nothing, or all of a message. */
const messageOf = (
  found: { [Key in keyof AnswerMessage]: AnswerMessage[Key] | null } | null,
): AnswerMessage | null => (found !== null && found.state !== null ? (found as AnswerMessage) : null);

/** An answer to be kept; whoever keeps it queues the message of the same id in the same transaction. */
export interface NewAnswer {
  readonly id: string;
  readonly leadId: string;
  readonly via: "mail" | "text";
  readonly subject: string | null;
  readonly body: string;
  readonly leavesAt: Temporal.Instant;
}

/**
 * Keeps an answer, and takes what it answers off the waiting list. The same id again is the same answer,
 * whatever it says.
 * @returns whether it is new: only then is there a message to queue
 * @throws AppError invalid, not_found, or conflict where the id is something else's
 */
export async function saveAnswer(ctx: AccountContext, answer: NewAnswer): Promise<boolean> {
  if (!isId(answer.id))
    throw new AppError("invalid", "This form is not whole. Reload the page; what you typed stays.");
  await getLead(ctx, answer.leadId);
  const mine = and(eq(leadsAnswers.accountId, ctx.account.id), eq(leadsAnswers.leadId, answer.leadId));
  const { rows: taken } = await ctx.db.execute(sql`
    select from mail_messages where account_id = ${ctx.account.id} and id = ${answer.id} and kind <> 'answer'
     union all
    select from sms_messages where account_id = ${ctx.account.id} and id = ${answer.id} and kind <> 'answer'`);
  if (taken.length)
    throw new AppError(
      "conflict",
      "Something else goes by this form's id. Reload the page; what you typed stays.",
    );
  const kept = await ctx.db
    .insert(leadsAnswers)
    .values({ ...answer, accountId: ctx.account.id, at: ctx.now })
    .onConflictDoNothing()
    .returning({ id: leadsAnswers.id });
  if (!kept.length) {
    const [known] = await ctx.db
      .select({ id: leadsAnswers.id })
      .from(leadsAnswers)
      .where(and(mine, eq(leadsAnswers.id, answer.id)));
    if (!known)
      throw new AppError(
        "conflict",
        "This answer is to somebody else. Reload the page; what you typed stays.",
      );
    return false;
  }
  // What was taken back was kept for its writer to go on with; this is what became of it.
  await ctx.db
    .update(leadsAnswers)
    .set({ body: "", subject: null })
    .where(and(mine, sql`taken_back_at is not null`));
  await markAnswered(ctx, answer.leadId);
  return true;
}

/**
 * Takes an answer back that has not left: its message is gone as if it had never been, and what it answered
 * waits again. Twice is once.
 * @throws AppError not_found; conflict where it has left, or is leaving this moment
 */
export async function cancelAnswer(ctx: AccountContext, leadId: string, id: string): Promise<void> {
  const this_ = and(
    eq(leadsAnswers.accountId, ctx.account.id),
    eq(leadsAnswers.leadId, leadId),
    eq(leadsAnswers.id, id),
  );
  const [answer] =
    isId(id) && isId(leadId) ? await ctx.db.select().from(leadsAnswers).where(this_).for("update") : [];
  if (!answer) throw new AppError("not_found", "There is no such answer.");
  if (answer.takenBackAt) return;
  const table = answer.via === "mail" ? sql`mail_messages` : sql`sms_messages`;
  // A sender that holds it asks before its end leaves, and finds nothing.
  const { rowCount } = await ctx.db.execute(sql`
    delete from ${table} where account_id = ${ctx.account.id} and id = ${id}
       and (state in ('queued', 'claimed') or state = 'sent' and via = 'outbox')`);
  if (!rowCount) throw new AppError("conflict", "It has left already, so it can’t be taken back.");
  await ctx.db.update(leadsAnswers).set({ takenBackAt: ctx.now }).where(this_);
  await markUnanswered(ctx, leadId);
}

/** Whether a lead may be answered at this moment, and how. */
export interface MayAnswer {
  /** Why not by mail, in words after `not sent:`; null where it may go. */
  readonly mail: string | null;
  /** Why not by text. */
  readonly text: string | null;
  /** E.164; null when they left none. */
  readonly phone: string | null;
  /** The reply that an answer by mail goes to: their last mail. */
  readonly lastMail: Pick<
    typeof leadsReplies.$inferSelect,
    "id" | "at" | "subject" | "body" | "messageId" | "thread"
  > | null;
}

/** Says how a lead may be answered. @throws AppError not_found */
export async function mayAnswer(ctx: AccountContext, leadId: string): Promise<MayAnswer> {
  const { standing, lastMail } = await mailContact(ctx, leadId);
  if (!standing) throw new AppError("not_found", "There is no such lead.");
  const texting = (await mayText(ctx, [leadId])).get(leadId);
  const text = texting ? refusalToAnswer(texting) : NO_ANSWER.gone;
  return {
    mail: refusalToMail(standing),
    text: text ?? (standing.hasWritten ? null : NO_ANSWER.notWritten),
    phone: texting?.phone ?? null,
    lastMail,
  };
}

/**
 * Asked of an answer by mail immediately before it leaves: has anything happened since it was written that
 * forbids it?
 */
export async function mayAnswerLeave(ctx: AccountContext, leadId: string): Promise<MayMail> {
  const { standing } = await mailContact(ctx, leadId);
  const refusal = standing ? refusalToMail(standing) : NO_ANSWER.gone;
  return refusal === null ? { ok: true } : { suppressed: refusal };
}

async function mailContact(
  ctx: AccountContext,
  leadId: string,
): Promise<{ standing: MailContact | undefined; lastMail: MayAnswer["lastMail"] }> {
  const lead = isId(leadId) ? (await contactStates(ctx, [leadId])).get(leadId) : undefined;
  if (!lead) return { standing: undefined, lastMail: null };
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
    standing: {
      ...lead,
      wroteAt: lastMail?.at ?? null,
      hasWritten: lastMail !== undefined || lead.repliedAt !== null,
    },
    lastMail: lastMail ?? null,
  };
}

/** When a lead last sent a text; null where they never did. */
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
