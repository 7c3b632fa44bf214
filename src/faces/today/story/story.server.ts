import {
  answerLines,
  answersOfLead,
  listHistory,
  type Lead,
  leadHistory,
  listPages,
  referrerOf,
  describeSource,
  visibleHistory,
  formatMoney,
} from "#trade/leads/public.server.ts";
import { type LedgerLine, type Outcome, followUpsOfLead, outcomeOf } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { listMailsAbout } from "#platform/mail/history.server.ts";
import { listTextsAbout } from "#platform/sms/history.server.ts";
import { moment } from "#platform/time/format.ts";
import { describeActions } from "./lead-actions.server.ts";
import { buildStory } from "./story.ts";

/**
 * Loads a lead's whole story.
 * @param lines their ledger, with outcomes
 * @returns also the source of each touch in words, by its id
 */
export async function loadStory(
  ctx: AccountContext,
  lead: Lead,
  {
    ledger,
    zone,
    currency,
    mayMail,
  }: { ledger: readonly LedgerLine[]; zone: string; currency: string; mayMail: boolean },
) {
  const { touches, consents, replies } = await leadHistory(ctx, lead.id);
  const [pages, followUps, happenings, deeds, mails, texts] = [
    await listPages(ctx),
    await followUpsOfLead(ctx, lead.id),
    await listHistory(ctx, lead.id),
    await describeActions(ctx, lead.id, { zone, steps: ledger }),
    await listMailsAbout(ctx.db, ctx.account.id, lead.id),
    await listTextsAbout(ctx.db, ctx.account.id, lead.id),
  ];
  const sources = new Map<string, string>();
  for (const { id, source } of touches)
    sources.set(id, describeSource(source, (await referrerOf(ctx, source))?.name));
  // Messages written by hand are shown in full; for automatic mail the subject is enough.
  const answers = new Map((await answersOfLead(ctx, lead.id)).map(({ id, body }) => [id, body]));
  const titles = new Map(pages.map(({ id, offer }) => [id, offer.title]));
  const wantsNoMail = lead.unsubscribedAt !== null;
  const planned = new Set(ledger.flatMap(({ message }) => message?.id ?? []));
  const outcome = (
    message: Omit<NonNullable<LedgerLine["message"]>, "deliveredAt">,
    kind: "mail" | "text",
    deliveredAt: Temporal.Instant | null,
  ): Outcome =>
    outcomeOf(
      { ...NO_STEP, kind, dueAt: message.nextAttemptAt, message: { ...message, deliveredAt } },
      ctx.now,
      mayMail,
      wantsNoMail,
    );
  // A message canceled before it was sent was never one of theirs.
  const byItself = <M extends { readonly id: string; readonly state: string }>(all: readonly M[]) =>
    all.filter(({ id, state }) => !planned.has(id) && state !== "suppressed");
  const story = buildStory(
    {
      leadId: lead.id,
      // Being added by hand is an entry of its own.
      touches: touches
        .filter(({ source }) => !source["typed"])
        .map(({ id, at, pageId, source, answers }) => ({
          id,
          at,
          title: pageId && !source["import"] ? (titles.get(pageId) ?? "a deleted page") : null,
          from: sources.get(id) ?? "",
          answers: answerLines(answers),
        })),
      consents,
      replies,
      lines: ledger.map((line) => ({ line, outcome: outcomeOf(line, ctx.now, mayMail, wantsNoMail) })),
      messages: [
        ...byItself(mails).map((mail) => ({
          key: mail.id,
          subject: mail.subject,
          outcome: outcome(mail, "mail", null),
          body: answers.get(mail.id) ?? (mail.kind === "transactional" ? null : mail.text),
        })),
        ...byItself(texts).map((text) => ({
          key: text.id,
          subject: "Text from you",
          outcome: outcome(text, "text", text.deliveredAt),
          body: answers.get(text.id) ?? text.body,
        })),
      ],
      followUps,
      deeds,
      happenings: visibleHistory(happenings),
      known: lead,
    },
    (at) => moment(at, zone),
    (cents) => formatMoney(cents, currency),
  );
  return { story, happenings, touches, sources, consents, replies };
}

/** A message without a step is described like one that a step sent. */
const NO_STEP = {
  enrolmentId: "",
  step: 1,
  subject: "",
  say: null,
  state: "handed",
  reason: null,
  decidedAt: null,
  doneAt: null,
  wish: null,
} as const;
