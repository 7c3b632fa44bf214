import {
  type Business,
  getBusiness,
  mayMailOthers,
  lockIfActive,
  ownSender,
} from "#ground/businesses/public.server.ts";
import {
  arrivalOf,
  arrivalsOf,
  type ContactState,
  contactStates,
  type ReplyRoute,
  replyRoute,
  type TextContact,
} from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Mailbox, MailMessage } from "#platform/mail/message.ts";
import { type Claim, queueMails } from "#platform/mail/queue.server.ts";
import type { Calendar } from "#platform/time/hours.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { decideCondition } from "../plan/conditions.ts";
import { composeStep } from "../message/compose.server.ts";
import {
  claimDueSteps,
  type DueStep,
  pauseStep,
  markHanded,
  endUnsent,
  postpone,
  waitForTurn,
  postponeBehind,
} from "./due-steps.server.ts";
import {
  loadBehaviors,
  type StoredBehavior,
  skipSteps,
  type UnmetCondition,
  endSteps,
  type EndedStep,
} from "./skip-steps.server.ts";
import { spreadMessages, type Waiting } from "../plan/catch-up.server.ts";
import type { MailStep } from "../plan/planner.ts";
import { leadLinks } from "../message/lead-links.server.ts";
import type { LeadLinks } from "../message/lead-links.ts";
import { replyStops, isPromised, missingLink, NOT_SENT, reasonNotToSend } from "../rules.ts";
import { decideText, queueTextSteps, type TextToSend, findTextable } from "./text-steps.server.ts";
import { loadMatters, type StoredMatter } from "./matters.server.ts";
import { LOOK_AGAIN, timingOf } from "../plan/timing.ts";
import { notifyBeforeFirst } from "../heads-up/notify-first.server.ts";
import { waitingByPreference, planNewByPreference } from "../plan/preferences.server.ts";

/** Lists the ids of accounts with due steps. */
export async function accountsWithDueSteps(limit: number): Promise<string[]> {
  const { rows } = await database().app.query<{ account_id: string }>(
    "select account_id from sequences_due_accounts($1, $2) as account_id",
    [now().toString(), limit],
  );
  return rows.map((row) => row.account_id);
}

/**
 * Decides an account's due steps: each becomes a message or a reason, in the transaction that claims it.
 * Skips rows locked by other workers.
 * @param express messages belong to this claim and go to its sender after the commit; without it they are
 * queued
 * @returns the number of decided rows
 */
export async function sendDueSteps(
  accountId: string,
  express?: { readonly claim: Claim; send(messages: readonly MailMessage[]): void },
): Promise<number> {
  let messages: readonly MailMessage[] = [];
  const decided = await withAccount(accountId, async (ctx) => {
    // Lock the account before its steps, as suspending does.
    if (!(await lockIfActive(ctx))) return 0;
    await waitForTurn(ctx);
    const due = await claimDueSteps(ctx);
    if (!due.length) {
      await postponeBehind(ctx);
      return 0;
    }
    // Until the owner's address is verified nothing goes out, and the ledger shows why.
    if (!(await mayMailOthers(ctx))) {
      const until = ctx.now.add(LOOK_AGAIN);
      const moves = due.map((row) => ({ row, until }));
      await postpone(ctx, moves, calendarOf(await getBusiness(ctx)));
      return 0;
    }
    const [business, leads, from, replies, behaviors, texting, matters] = await Promise.all([
      getBusiness(ctx),
      contactStates(ctx, [...new Set(due.map((row) => row.leadId))]),
      ownSender(ctx),
      replyRoute(ctx),
      loadBehaviors(ctx, due),
      findTextable(ctx, due),
      loadMatters(ctx, due),
    ]);
    const calendar = calendarOf(business);
    await notifyBeforeFirst(ctx, calendar, due);
    const delayed = new Set<DueStep>();
    const linksOf = await leadLinks(
      ctx,
      due.map(({ steps, step }) => steps[step]),
    );
    const decided = due.map((row) =>
      decide(ctx.now, row, {
        business,
        calendar,
        delayed,
        linksOf,
        lead: leads.get(row.leadId),
        behavior: behaviors.get(row.leadId),
        texting: texting.get(row.leadId),
        matter: matters.get(row),
      }),
    );
    const decisions = await spreadMessages(ctx, await applyPreferences(ctx, decided, calendar), {
      delayed,
      from,
      calendar,
    });
    const sending = decisions.filter((one) => one.do === "send");
    // Concurrently, because the rows are independent.
    [messages] = await Promise.all([
      queueEmails(ctx, { business, from, replies, linksOf, matters }, sending, express?.claim),
      queueTextSteps(
        ctx,
        business,
        decisions.filter((one) => one.do === "text"),
        { linksOf, matters },
      ),
      ...decisions.filter((one) => one.do === "drop").map((one) => endUnsent(ctx, one.row, one.reason)),
      ...decisions.filter((one) => one.do === "pause").map((one) => pauseStep(ctx, one.row)),
      postpone(
        ctx,
        decisions.filter((one) => one.do === "wait"),
        calendar,
      ),
      endSteps(
        ctx,
        decisions.filter((one) => one.do === "end"),
      ),
      skipSteps(
        ctx,
        decisions.filter((one) => one.do === "skip"),
        calendar,
      ),
    ]);
    // Apply preferences to the following steps too, in all their sequences.
    await planNewByPreference(
      ctx,
      due
        .map((row) => row.leadId)
        .filter((leadId) => leads.get(leadId)?.mailSpacing ?? leads.get(leadId)?.pausedUntil),
    );
    return due.length;
  });
  express?.send(messages);
  return decided;
}

type Decision =
  | { readonly do: "send"; readonly row: DueStep; readonly step: MailStep; readonly lead: ContactState }
  | TextToSend
  | { readonly do: "drop"; readonly row: DueStep; readonly reason: string }
  | { readonly do: "pause"; readonly row: DueStep }
  | Waiting
  | ({ readonly do: "end" } & EndedStep)
  | ({ readonly do: "skip" } & UnmetCondition);

function decide(
  at: Temporal.Instant,
  row: DueStep,
  known: {
    readonly business: Business;
    readonly calendar: Calendar;
    /** Filled with delayed rows. */
    readonly delayed: Set<DueStep>;
    readonly linksOf: (leadId: string) => LeadLinks;
    readonly lead: ContactState | undefined;
    readonly behavior: StoredBehavior | undefined;
    readonly texting: TextContact | undefined;
    readonly matter: StoredMatter | undefined;
  },
): Decision {
  const { business, calendar, lead } = known;
  const step = row.steps[row.step];
  if (!step || !lead) return { do: "drop", row, reason: NOT_SENT.stopped };
  const reason = reasonNotToSend(step, row.dueAt, at, {
    postalAddress: business.postalAddress,
    suppressed: lead.suppressed,
    unconfirmed: lead.unconfirmedSince !== null,
    noEmail: lead.email === null,
    isPrivate: lead.basis === "private",
    replied: replyStops(row.trigger, row, lead.repliedAt),
    stopped: row.stopReason === NOT_SENT.stopped,
    asked: row.asked,
  });
  if (known.matter?.fills === null) return { do: "drop", row, reason: NOT_SENT.settled };
  const missing =
    reason ??
    missingLink(step, {
      review: business.reviewLink,
      ...known.linksOf(lead.id),
      matter: known.matter?.fills ?? null,
    });
  if (missing) return { do: "drop", row, reason: missing };
  if (row.isPaused && !isPromised(step, row)) return { do: "pause", row };
  const { from: until, isDelayed } = timingOf(step, row, at, calendar);
  if (isDelayed) known.delayed.add(row);
  if (step.kind === "text")
    return decideText({ row, step, lead, business, standing: known.texting }, at, until);
  if (Temporal.Instant.compare(until, at) > 0) return { do: "wait", row, until };
  switch (step.kind) {
    case "gift":
    case "mail":
      return { do: "send", row, step, lead };
    case "call":
      return { do: "end", row, state: "task", reason: null };
    case "wait":
      return { do: "end", row, state: "passed", reason: null };
    case "condition": {
      const behavior = {
        deeds: known.behavior?.deeds ?? [],
        askedAt: known.behavior?.askedAt ?? lead.createdAt,
        repliedAt: lead.repliedAt,
      };
      const { isMet, why } = decideCondition(step, behavior, {
        startedAt: row.startedAt,
        now: at,
        calendar,
      });
      return isMet
        ? { do: "end", row, state: "passed", reason: `yes, ${why}` }
        : { do: "skip", row, step, why };
    }
  }
}

async function applyPreferences(
  ctx: AccountContext,
  decisions: readonly Decision[],
  calendar: Calendar,
): Promise<readonly Decision[]> {
  const held = await waitingByPreference(
    ctx,
    decisions.filter((one) => one.do === "send" || one.do === "text"),
    calendar,
  );
  return decisions.map((one) => {
    const until = held.get(one.row);
    return until ? { do: "wait", row: one.row, until } : one;
  });
}

type EmailToSend = Extract<Decision, { do: "send" }>;

/** Two statements for any number of steps. */
async function queueEmails(
  ctx: AccountContext,
  context: {
    readonly business: Business;
    readonly from: Mailbox | undefined;
    readonly replies: ReplyRoute;
    readonly linksOf: (leadId: string) => LeadLinks;
    readonly matters: ReadonlyMap<DueStep, StoredMatter>;
  },
  sending: readonly EmailToSend[],
  claim: Claim | undefined,
): Promise<readonly MailMessage[]> {
  if (!sending.length) return [];
  const arrivals = await arrivalsOf(
    ctx,
    sending.map(({ lead }) => lead.id),
  );
  const mails = await Promise.all(
    sending.map((one) =>
      composeStep(ctx, {
        ...one,
        ...context,
        pageId: one.row.pageId,
        links: context.linksOf(one.lead.id),
        arrival: arrivalOf(arrivals.get(one.lead.id), one.row.asked),
        matter: context.matters.get(one.row),
      }),
    ),
  );
  let messages: readonly MailMessage[];
  try {
    messages = await queueMails(ctx.db, mails, { now: ctx.now, sender: installation().sender, claim });
  } catch (error) {
    // One invalid message must not block its batch. Nothing was stored: all are validated first.
    if (!(error instanceof AppError && error.code === "invalid")) throw error;
    if (sending.length === 1) {
      await endUnsent(ctx, sending[0]!.row, NOT_SENT.unusable);
      return [];
    }
    const each: MailMessage[] = [];
    for (const one of sending) each.push(...(await queueEmails(ctx, context, [one], claim)));
    return each;
  }
  await markHanded(
    ctx,
    sending.map(({ row }, at) => ({ row, messageId: mails[at]!.id })),
  );
  return messages;
}
