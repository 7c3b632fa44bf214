import { and, eq } from "drizzle-orm";
import { getBusiness, zoneOf } from "#ground/businesses/public.server.ts";
import { contactStates, describePreference } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { type Fills, fillPlaceholders } from "../message/placeholders.ts";
import { afterDelay, type Calendar, dueAfter, type Step } from "../plan/planner.ts";
import { explainDelay, formatMoment } from "../what-if/explain.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { NOT_SENT } from "../rules.ts";
import { wordedFor } from "../message/unasked-step.ts";
import { stepTitle } from "../message/describe-step.ts";
import { sequences, sequencesEnrolments, sequencesSteps } from "../tables.server.ts";

export interface LedgerLine {
  readonly enrolmentId: string;
  readonly step: number;
  /** An email's subject, a text's first words, else the step's action. */
  readonly subject: string;
  readonly kind: Step["kind"];
  readonly say: string | null;
  readonly dueAt: Temporal.Instant;
  readonly state: "waiting" | "held" | "handed" | "not_sent" | "task" | "done" | "passed";
  readonly reason: string | null;
  /** Of a call, a wait or a condition. */
  readonly decidedAt: Temporal.Instant | null;
  /** When the call was made. */
  readonly doneAt: Temporal.Instant | null;
  /** The preference it waits for, as a sentence. */
  readonly wish: string | null;
  /** Why it is planned later than its delay says, as sentences. Absent where that doesn't matter. */
  readonly moved?: string | null;
  /** The whole follow-up is paused, not only this person. Absent for no. */
  readonly isPaused?: boolean;
  readonly message: {
    readonly id: string;
    readonly state: (typeof mailMessages.$inferSelect)["state"];
    readonly via: string | null;
    readonly sentAt: Temporal.Instant | null;
    /** As reported by the carrier; always null for an email. */
    readonly deliveredAt: Temporal.Instant | null;
    readonly failure: string | null;
    readonly reason: string | null;
    readonly nextAttemptAt: Temporal.Instant;
  } | null;
}

export interface FollowUpOfLead {
  readonly id: string;
  readonly name: string;
  /** The ready-made follow-up it was made from. */
  readonly play: string | null;
  readonly startedAt: Temporal.Instant;
  /** When it was restarted after it ended. */
  readonly restartedAt: Temporal.Instant | null;
  readonly stoppedAt: Temporal.Instant | null;
  readonly stopReason: string | null;
}

/** Lists the sequences a lead is or was in, in the order they began. */
export async function followUpsOfLead(ctx: AccountContext, leadId: string): Promise<FollowUpOfLead[]> {
  return ctx.db
    .select({
      id: sequencesEnrolments.id,
      name: sequences.name,
      play: sequences.play,
      startedAt: sequencesEnrolments.startedAt,
      restartedAt: sequencesEnrolments.restartedAt,
      stoppedAt: sequencesEnrolments.stoppedAt,
      stopReason: sequencesEnrolments.stopReason,
    })
    .from(sequencesEnrolments)
    .innerJoin(
      sequences,
      and(
        eq(sequences.accountId, sequencesEnrolments.accountId),
        eq(sequences.id, sequencesEnrolments.sequenceId),
      ),
    )
    .where(and(eq(sequencesEnrolments.accountId, ctx.account.id), eq(sequencesEnrolments.leadId, leadId)))
    .orderBy(sequencesEnrolments.startedAt, sequencesEnrolments.id);
}

/** Lists every step planned for a lead with its outcome, in order. */
export async function ledgerOfLead(ctx: AccountContext, leadId: string): Promise<LedgerLine[]> {
  const rows = await ctx.db
    .select({
      enrolmentId: sequencesSteps.enrolmentId,
      step: sequencesSteps.step,
      steps: sequences.steps,
      asked: sequencesEnrolments.asked,
      startedAt: sequencesEnrolments.startedAt,
      pausedAt: sequences.pausedAt,
      dueAt: sequencesSteps.dueAt,
      state: sequencesSteps.state,
      reason: sequencesSteps.reason,
      decidedAt: sequencesSteps.decidedAt,
      doneAt: sequencesSteps.doneAt,
      mail: {
        id: mailMessages.id,
        state: mailMessages.state,
        via: mailMessages.via,
        sentAt: mailMessages.sentAt,
        failure: mailMessages.failure,
        reason: mailMessages.reason,
        nextAttemptAt: mailMessages.nextAttemptAt,
      },
      text: {
        id: smsMessages.id,
        state: smsMessages.state,
        via: smsMessages.via,
        sentAt: smsMessages.sentAt,
        deliveredAt: smsMessages.deliveredAt,
        failure: smsMessages.failure,
        reason: smsMessages.reason,
        nextAttemptAt: smsMessages.nextAttemptAt,
      },
    })
    .from(sequencesSteps)
    .innerJoin(
      sequencesEnrolments,
      and(
        eq(sequencesEnrolments.accountId, sequencesSteps.accountId),
        eq(sequencesEnrolments.id, sequencesSteps.enrolmentId),
      ),
    )
    .innerJoin(
      sequences,
      and(
        eq(sequences.accountId, sequencesSteps.accountId),
        eq(sequences.id, sequencesEnrolments.sequenceId),
      ),
    )
    .leftJoin(
      mailMessages,
      and(
        eq(mailMessages.accountId, sequencesSteps.accountId),
        eq(mailMessages.id, sequencesSteps.messageId),
      ),
    )
    .leftJoin(
      smsMessages,
      and(eq(smsMessages.accountId, sequencesSteps.accountId), eq(smsMessages.id, sequencesSteps.messageId)),
    )
    .where(and(eq(sequencesSteps.accountId, ctx.account.id), eq(sequencesEnrolments.leadId, leadId)))
    .orderBy(sequencesEnrolments.startedAt, sequencesEnrolments.id, sequencesSteps.step);
  const lead = (await contactStates(ctx, [leadId])).get(leadId);
  const business = await getBusiness(ctx);
  const fills = { firstName: greetingName(lead?.name ?? ""), business: business.name ?? "" };
  const calendar = calendarOf(business);
  const wish =
    lead?.pausedUntil || lead?.mailSpacing ? describePreference(lead, ctx.now, await zoneOf(ctx)) : null;
  return rows.map(({ mail, text, ...row }, at) => {
    const message = messageOf(mail, text);
    const before = rows[at - 1]?.enrolmentId === row.enrolmentId ? rows[at - 1]!.dueAt : row.startedAt;
    return {
      enrolmentId: row.enrolmentId,
      step: row.step,
      ...wordsOf(wordedFor(row.steps[row.step], row.asked), fills),
      dueAt: row.dueAt,
      decidedAt: row.decidedAt,
      doneAt: row.doneAt,
      // It was being sent when the pause came and was not retried. It counts as paused, and resumes with the
      // others.
      state: message?.state === "suppressed" && message.reason === NOT_SENT.held ? "held" : row.state,
      reason: row.reason,
      wish: row.state === "waiting" && row.step > 0 ? wish : null,
      moved: row.state === "waiting" ? movedBecause(row.steps[row.step], before, row.dueAt, calendar) : null,
      isPaused: row.pausedAt !== null,
      message,
    };
  });
}

/** Why a step is due later than its delay after the one before, if only the calendar moved it. */
function movedBecause(
  step: Step | undefined,
  before: Temporal.Instant,
  due: Temporal.Instant,
  calendar: Calendar,
): string | null {
  if (!step || !("delay" in step)) return null;
  const counted = afterDelay(step.delay, before, calendar);
  if (!dueAfter(step, before, calendar).equals(due)) return null;
  const reasons = explainDelay(counted, due, calendar);
  if (!reasons.length) return null;
  const [{ zone }] = calendar.zones;
  const { year } = due.toZonedDateTimeISO(zone);
  return `Moved from ${formatMoment(counted, zone, year)}. ${reasons.join(". ")}.`;
}

type Message = NonNullable<LedgerLine["message"]>;

function messageOf(mail: Omit<Message, "deliveredAt"> | null, text: Message | null): LedgerLine["message"] {
  return text ?? (mail && { ...mail, deliveredAt: null });
}

function wordsOf(step: Step | undefined, fills: Fills): Pick<LedgerLine, "subject" | "kind" | "say"> {
  if (!step) return { subject: "", kind: "mail", say: null };
  return {
    subject: stepTitle(step, fills),
    kind: step.kind,
    say: step.kind === "call" ? fillPlaceholders(step.say, fills) : null,
  };
}
