import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { type Business, getBusiness, mayMailOthers } from "#features/businesses/public.server.ts";
import { type LeadStanding, leadStandings, offerOfPage } from "#features/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { queueMails, suppressQueued } from "#platform/mail/queue.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { dueAt, nextInWindow, NOT_SENT, reasonNotToSend, type Step } from "./rules.ts";
import { composeStep } from "./compose.server.ts";
import { sequences, sequencesEnrolments, sequencesSteps } from "./tables.server.ts";
import { firstSequence } from "./words.ts";

/** How many due steps one transaction takes on. */
const BATCH = 50;
/** Where a business that never chose a zone is taken to be; making a personal page asks for it. */
const NO_ZONE = "UTC";
/** A follow-up this late was held up by a downtime: it goes back to the next open window instead of out in the middle of the night. */
const OVERDUE = Temporal.Duration.from({ hours: 1 });

/** A new page starts with the sequence that every business begins with: the gift at once, one follow-up two days later. */
export async function createFirstSequence(ctx: AccountContext, pageId: string): Promise<void> {
  const offer = await offerOfPage(ctx, pageId);
  if (!offer) return;
  await ctx.db
    .insert(sequences)
    .values({ accountId: ctx.account.id, id: newId(), name: offer.title, pageId, steps: firstSequence(offer.title), createdAt: ctx.now })
    .onConflictDoNothing();
}

/** Enrols a new lead in the sequence of the page they came through, with one ledger row per step. A second time changes nothing. */
export async function enrolLead(ctx: AccountContext, leadId: string, pageId: string): Promise<void> {
  const account = ctx.account.id;
  const [[sequence], { zone }] = await Promise.all([
    ctx.db
      .select({ id: sequences.id, steps: sequences.steps })
      .from(sequences)
      .where(and(eq(sequences.accountId, account), eq(sequences.pageId, pageId))),
    getBusiness(ctx),
  ]);
  if (!sequence?.steps.length) return;
  const at = ctx.now.toString();
  const enrolment = newId();
  const due = sequence.steps.map((step) => dueAt(step, ctx.now, zone ?? NO_ZONE).toString());
  await ctx.db.execute(sql`
    with enrolment as (
      insert into sequences_enrolments (account_id, id, sequence_id, lead_id, started_at)
      values (${account}, ${enrolment}, ${sequence.id}, ${leadId}, ${at})
      on conflict do nothing returning id
    )
    insert into sequences_steps (account_id, enrolment_id, step, state, due_at)
    select ${account}, enrolment.id, due.step - 1, 'waiting', due.at
      from enrolment, unnest(${sql.param(due)}::timestamptz[]) with ordinality as due (at, step)`);
}

/** Accounts that have steps due: the first stage of claiming. Ids only, from a function that may look across accounts. */
export async function accountsWithDueSteps(limit: number): Promise<string[]> {
  const { rows } = await database().app.query<{ account_id: string }>(
    "select account_id from sequences_due_accounts($1, $2) as account_id",
    [now().toString(), limit],
  );
  return rows.map((row) => row.account_id);
}

/**
 * Decides about the account's due steps: each becomes a message or a reason, in the transaction that claims it. Rows that another
 * worker holds are skipped.
 * @returns how many rows were decided
 */
export function sendDueSteps(accountId: string): Promise<number> {
  return withAccount(accountId, async (ctx) => {
    const due = await claimDueSteps(ctx);
    if (!due.length) return 0;
    // Mail to others waits for the owner's address to be verified; the ledger shows what it waits for.
    if (!(await mayMailOthers(ctx))) {
      await postpone(ctx, due, ctx.now.add({ seconds: 15 }));
      return 0;
    }
    const [business, leads] = await Promise.all([getBusiness(ctx), leadStandings(ctx, [...new Set(due.map((row) => row.leadId))])]);
    const decisions = due.map((row) => decide(ctx.now, row, business, leads.get(row.leadId)));
    const going = decisions.filter((one) => one.do === "send");
    // Side by side: the rows don't depend on each other, so their statements share round trips.
    await Promise.all([
      ...decisions.filter((one) => one.do === "drop").map((one) => notSent(ctx, one.row, one.reason)),
      ...decisions.filter((one) => one.do === "wait").map((one) => postpone(ctx, [one.row], one.until)),
      handOver(ctx, business, going),
    ]);
    return due.length;
  });
}

type Decision =
  | { readonly do: "send"; readonly row: DueStep; readonly step: Step; readonly lead: LeadStanding }
  | { readonly do: "drop"; readonly row: DueStep; readonly reason: string }
  | { readonly do: "wait"; readonly row: DueStep; readonly until: Temporal.Instant };

function decide(at: Temporal.Instant, row: DueStep, business: Business, lead: LeadStanding | undefined): Decision {
  const step = row.steps[row.step];
  if (!step || !lead) return { do: "drop", row, reason: NOT_SENT.stopped };
  const reason = reasonNotToSend(step, row.dueAt, at, {
    postalAddress: business.postalAddress,
    suppressed: lead.suppressed,
    replied: lead.repliedAt !== null,
    stopped: row.stopReason === NOT_SENT.stopped,
  });
  if (reason) return { do: "drop", row, reason };
  const until = replan(step, row.dueAt, at, business.zone ?? NO_ZONE);
  return until ? { do: "wait", row, until } : { do: "send", row, step, lead };
}

type Going = Extract<Decision, { do: "send" }>;

/** Makes messages of steps: one statement stores them all, one marks their ledger rows. */
async function handOver(ctx: AccountContext, business: Business, going: readonly Going[]): Promise<void> {
  if (!going.length) return;
  const mails = await Promise.all(going.map((one) => composeStep(ctx, { ...one, business, pageId: one.row.pageId })));
  try {
    await queueMails(ctx.db, mails, { now: ctx.now, sender: installation().sender });
  } catch (error) {
    // One message that can't be made must not hold up the others of its batch. Nothing was stored yet: they are checked first.
    if (!(error instanceof AppError && error.code === "invalid")) throw error;
    if (going.length === 1) return notSent(ctx, going[0]!.row, NOT_SENT.unusable);
    for (const one of going) await handOver(ctx, business, [one]);
    return;
  }
  await ctx.db.execute(sql`
    update sequences_steps s set state = 'handed', message_id = made.message_id, decided_at = ${ctx.now.toString()}
      from unnest(${sql.param(going.map((one) => one.row.enrolmentId))}::uuid[], ${sql.param(going.map((one) => one.row.step))}::int[],
                  ${sql.param(mails.map((mail) => mail.id))}::uuid[]) as made (enrolment_id, step, message_id)
     where s.account_id = ${ctx.account.id} and s.enrolment_id = made.enrolment_id and s.step = made.step`);
}

function replan(step: Step, due: Temporal.Instant, at: Temporal.Instant, zone: string): Temporal.Instant | undefined {
  if (step.kind === "gift" || step.delay.unit !== "days") return undefined;
  if (Temporal.Instant.compare(at, due.add(OVERDUE)) <= 0) return undefined;
  const open = nextInWindow(at.toZonedDateTimeISO(zone)).toInstant();
  return Temporal.Instant.compare(open, at) > 0 ? open : undefined;
}

interface DueStep {
  readonly enrolmentId: string;
  readonly step: number;
  readonly dueAt: Temporal.Instant;
  readonly leadId: string;
  readonly stopReason: string | null;
  readonly steps: readonly Step[];
  readonly pageId: string;
}

async function claimDueSteps(ctx: AccountContext): Promise<DueStep[]> {
  return ctx.db
    .select({
      enrolmentId: sequencesSteps.enrolmentId,
      step: sequencesSteps.step,
      dueAt: sequencesSteps.dueAt,
      leadId: sequencesEnrolments.leadId,
      stopReason: sequencesEnrolments.stopReason,
      steps: sequences.steps,
      pageId: sequences.pageId,
    })
    .from(sequencesSteps)
    .innerJoin(
      sequencesEnrolments,
      and(eq(sequencesEnrolments.accountId, sequencesSteps.accountId), eq(sequencesEnrolments.id, sequencesSteps.enrolmentId)),
    )
    .innerJoin(sequences, and(eq(sequences.accountId, sequencesSteps.accountId), eq(sequences.id, sequencesEnrolments.sequenceId)))
    .where(and(eq(sequencesSteps.accountId, ctx.account.id), eq(sequencesSteps.state, "waiting"), lte(sequencesSteps.dueAt, ctx.now)))
    .orderBy(asc(sequencesSteps.dueAt))
    .limit(BATCH)
    .for("update", { of: sequencesSteps, skipLocked: true });
}

const thisStep = (ctx: AccountContext, row: { enrolmentId: string; step: number }) =>
  and(eq(sequencesSteps.accountId, ctx.account.id), eq(sequencesSteps.enrolmentId, row.enrolmentId), eq(sequencesSteps.step, row.step));

async function notSent(ctx: AccountContext, row: { enrolmentId: string; step: number }, reason: string): Promise<void> {
  await ctx.db.update(sequencesSteps).set({ state: "not_sent", reason, decidedAt: ctx.now }).where(thisStep(ctx, row));
}

async function postpone(ctx: AccountContext, rows: readonly DueStep[], until: Temporal.Instant): Promise<void> {
  for (const row of rows) await ctx.db.update(sequencesSteps).set({ dueAt: until }).where(thisStep(ctx, row));
}

/** A lead replied or opted out: every waiting step of theirs ends with the reason, and queued mail to them is held back. */
export async function stopForLead(ctx: AccountContext, leadId: string, reason: string, includeGift: boolean): Promise<void> {
  const enrolments = await ctx.db
    .update(sequencesEnrolments)
    .set({ stoppedAt: ctx.now, stopReason: reason })
    .where(
      and(eq(sequencesEnrolments.accountId, ctx.account.id), eq(sequencesEnrolments.leadId, leadId), isNull(sequencesEnrolments.stoppedAt)),
    )
    .returning({ id: sequencesEnrolments.id });
  if (enrolments.length)
    await ctx.db
      .update(sequencesSteps)
      .set({ state: "not_sent", reason, decidedAt: ctx.now })
      .where(
        and(
          eq(sequencesSteps.accountId, ctx.account.id),
          inArray(
            sequencesSteps.enrolmentId,
            enrolments.map((row) => row.id),
          ),
          eq(sequencesSteps.state, "waiting"),
          // What was promised is still sent to somebody who merely answered.
          includeGift ? undefined : sql`${sequencesSteps.step} > 0`,
        ),
      );
  await suppressQueued(ctx.db, { accountId: ctx.account.id, aboutId: leadId, reason });
}

/** One line of a lead's ledger: what is or was to be sent, and what became of it. */
export interface LedgerLine {
  readonly step: number;
  readonly subject: string;
  readonly kind: Step["kind"];
  readonly dueAt: Temporal.Instant;
  readonly state: "waiting" | "handed" | "not_sent";
  readonly reason: string | null;
  readonly message: {
    readonly state: (typeof mailMessages.$inferSelect)["state"];
    readonly via: string | null;
    readonly sentAt: Temporal.Instant | null;
    readonly failure: string | null;
    readonly reason: string | null;
    readonly nextAttemptAt: Temporal.Instant;
  } | null;
}

/** Every step planned for a lead with its outcome, in order. */
export async function ledgerOfLead(ctx: AccountContext, leadId: string): Promise<LedgerLine[]> {
  const rows = await ctx.db
    .select({
      step: sequencesSteps.step,
      steps: sequences.steps,
      dueAt: sequencesSteps.dueAt,
      state: sequencesSteps.state,
      reason: sequencesSteps.reason,
      messageState: mailMessages.state,
      via: mailMessages.via,
      sentAt: mailMessages.sentAt,
      failure: mailMessages.failure,
      messageReason: mailMessages.reason,
      nextAttemptAt: mailMessages.nextAttemptAt,
    })
    .from(sequencesSteps)
    .innerJoin(
      sequencesEnrolments,
      and(eq(sequencesEnrolments.accountId, sequencesSteps.accountId), eq(sequencesEnrolments.id, sequencesSteps.enrolmentId)),
    )
    .innerJoin(sequences, and(eq(sequences.accountId, sequencesSteps.accountId), eq(sequences.id, sequencesEnrolments.sequenceId)))
    .leftJoin(mailMessages, and(eq(mailMessages.accountId, sequencesSteps.accountId), eq(mailMessages.id, sequencesSteps.messageId)))
    .where(and(eq(sequencesSteps.accountId, ctx.account.id), eq(sequencesEnrolments.leadId, leadId)))
    .orderBy(sequencesEnrolments.startedAt, sequencesSteps.step);
  return rows.map((row) => ({
    step: row.step,
    subject: row.steps[row.step]?.subject ?? "",
    kind: row.steps[row.step]?.kind ?? "mail",
    dueAt: row.dueAt,
    state: row.state,
    reason: row.reason,
    message:
      row.messageState === null
        ? null
        : {
            state: row.messageState,
            via: row.via,
            sentAt: row.sentAt,
            failure: row.failure,
            reason: row.messageReason,
            nextAttemptAt: row.nextAttemptAt!,
          },
  }));
}
