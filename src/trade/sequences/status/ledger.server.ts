import { and, eq } from "drizzle-orm";
import { getBusiness, zoneOf } from "#ground/businesses/public.server.ts";
import { contactStates, describePreference } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { type Fills, fillPlaceholders } from "../message/placeholders.ts";
import type { Step } from "../plan/planner.ts";
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
  const fills = { firstName: greetingName(lead?.name ?? ""), business: (await getBusiness(ctx)).name ?? "" };
  const wish =
    lead?.pausedUntil || lead?.mailSpacing ? describePreference(lead, ctx.now, await zoneOf(ctx)) : null;
  return rows.map(({ mail, text, ...row }) => {
    const message = messageOf(mail, text);
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
      message,
    };
  });
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
