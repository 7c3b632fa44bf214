import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useLoaderData, useNavigation } from "react-router";
import { inAccount, mayMailOthers, zoneOf } from "#features/businesses/public.server.ts";
import {
  answerLines,
  bookLead,
  confirmationWords,
  deleteUnconfirmed,
  endLead,
  getLead,
  leadStatus,
  leadStory,
  mayText,
  recordReply,
  reopenLead,
  sourceWords,
} from "#features/leads/public.server.ts";
import { holdLead, isCallResult, type LedgerLine, ledgerOfLead, letGoOn, noteCall, outcomeOf } from "#features/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/form.server.ts";
import { moment } from "#platform/time/words.ts";
import { SubmitButton } from "#ui/button.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { shownDeeds } from "./lead-deeds.server.ts";
import { LeadDeeds } from "./lead-deeds.tsx";
import { Came, TheirAnswers } from "./lead-touches.tsx";
import { shownConfirmation } from "./lead-unconfirmed.server.ts";
import { LeadUnconfirmed } from "./lead-unconfirmed.tsx";

import { ByHand } from "./by-hand.tsx";
import { messagesToSend, noteSentByHand } from "./by-hand.server.ts";

export const meta = ({ loaderData }: { loaderData?: { name: string } | undefined }) => [{ title: loaderData?.name ?? "Lead" }];

const STATUS = {
  new: "No answer yet",
  unconfirmed: "Not confirmed yet",
  replied: "Replied",
  booked: "They have an appointment",
  won: "Won",
  lost: "Lost",
  unsubscribed: "Unsubscribed",
  unreachable: "Their mail address does not work",
} as const;

/** Whether the follow-up has something left to do that can be stopped. What was promised goes in any case. */
const isAhead = ({ state, kind }: Pick<LedgerLine, "state" | "kind">) => kind !== "gift" && (state === "waiting" || state === "held");

const HEARD = { mail: "by mail", text: "by text", owner: "noted by you" } as const;

/** One lead: how they came, what they agreed to, and every step with its outcome. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const lead = await getLead(ctx, args.params["leadId"] ?? "");
    const zone = await zoneOf(ctx);
    const at = (instant: Temporal.Instant) => moment(instant, zone);
    const mayMail = await mayMailOthers(ctx);
    const { touches, consents, replies } = await leadStory(ctx, lead.id);
    const ledger = await ledgerOfLead(ctx, lead.id);
    const texting = (await mayText(ctx, [lead.id])).get(lead.id);
    return {
      name: lead.name,
      email: lead.email,
      status: leadStatus(lead),
      confirmation: confirmationWords(lead, ctx.now, zone),
      unconfirmed: await shownConfirmation(ctx, lead, zone),
      canStop: leadStatus(lead) === "new" || ledger.some(isAhead),
      canGoOn: ledger.some(({ state }) => state === "held"),
      canHold: ledger.some((line) => isAhead(line) && line.state === "waiting"),
      canBook: lead.bookedAt === null && lead.outcome === null,
      outcome: lead.outcome,
      canUndo: lead.outcome !== null || lead.bookedAt !== null,
      calls: ledger.flatMap(({ state, enrolmentId, step, say }) => (state === "task" ? [{ enrolmentId, step, say }] : [])),
      came: at(lead.createdAt),
      touches: touches.map((touch) => ({ ...at(touch.at), from: sourceWords(touch.source), answers: answerLines(touch.answers) })),
      byHand: await messagesToSend(ctx, lead),
      texts: texting?.phone ? (texting.refusal === null ? `May go to ${texting.phone}` : `None go out: ${texting.refusal}`) : null,
      consents: consents.map((consent) => ({
        ...at(consent.at),
        wording: consent.wording,
        source: consent.source,
        confirmed: consent.confirmedAt ? at(consent.confirmedAt) : null,
      })),
      replies: replies.map((reply) => ({ ...at(reply.at), via: reply.via, subject: reply.subject, body: reply.body })),
      deeds: await shownDeeds(ctx, lead.id, { zone, steps: ledger }),
      steps: ledger.map((line) => {
        const outcome = outcomeOf(line, ctx.now, mayMail, lead.unsubscribedAt !== null);
        return {
          key: `${line.enrolmentId}-${line.step}`,
          subject: line.subject,
          state: outcome.state,
          label: outcome.label,
          explanation: outcome.explanation,
          ...at(outcome.at),
        };
      }),
    };
  });
}

/**
 * `They replied` stops what is planned, and so do an appointment and an end, until `Undo`; `Hold` keeps it back until `Go on`. `Called`
 * and `No answer` are of the call that `enrolment` and `step` name; `I sent it` is said of what waits in the outbox. `Delete them` is for
 * those alone who have yet to confirm their address.
 */
export async function action(args: ActionFunctionArgs) {
  const leadId = args.params["leadId"] ?? "";
  const answered = await inAccount(args, "work.write", async (ctx) => {
    const { do: answer, enrolment = "", step, message = "" } = await readForm(args.request);
    const { id } = await getLead(ctx, leadId);
    // In a transaction of its own, which may be tried again.
    if (answer === "delete") return { accountId: ctx.account.id, user: ctx.user };
    if (isCallResult(answer)) await noteCall(ctx, { leadId: id, enrolmentId: enrolment, step: Number(step), result: answer });
    else if (answer === "sent-mail" || answer === "sent-text")
      await noteSentByHand(ctx, answer === "sent-mail" ? "mail" : "text", message, id);
    else await (ANSWERS[answer ?? ""] ?? ANSWERS["replied"]!)(ctx, id);
    return redirect(`/account/leads/${leadId}`, 303);
  });
  if (answered instanceof Response) return answered;
  return answering(async () => {
    await deleteUnconfirmed(answered.accountId, leadId, answered.user);
    return redirect("/account/leads", 303);
  });
}

/** What a button does, by its value. */
const ANSWERS: Readonly<Record<string, (ctx: AccountContext, leadId: string) => Promise<void>>> = {
  replied: (ctx, id) => recordReply(ctx, id, { via: "owner" }),
  hold: holdLead,
  "go-on": letGoOn,
  booked: bookLead,
  won: (ctx, id) => endLead(ctx, id, "won"),
  lost: (ctx, id) => endLead(ctx, id, "lost"),
  undo: reopenLead,
};

export default function LeadPage() {
  const lead = useLoaderData<typeof loader>();
  const sending = useNavigation().state !== "idle";
  const [first, last] = [lead.touches[0], lead.touches.at(-1)];
  return (
    <Page>
      <PageHeader
        title={lead.name}
        action={
          lead.canStop ? (
            <Form method="post" className="flex flex-wrap gap-3">
              <SubmitButton name="do" value="replied" busy="Noting..." sending={sending}>
                They replied
              </SubmitButton>
              {lead.canGoOn ? (
                <SubmitButton kind="plain" name="do" value="go-on" busy="One moment..." sending={sending}>
                  Go on
                </SubmitButton>
              ) : null}
              {lead.canHold ? (
                <SubmitButton kind="plain" name="do" value="hold" busy="Holding..." sending={sending}>
                  Hold
                </SubmitButton>
              ) : null}
            </Form>
          ) : null
        }
      >
        <a className="text-link wrap-anywhere" href={`mailto:${lead.email}`}>
          {lead.email}
        </a>
      </PageHeader>
      <DataList
        items={[
          ["Status", lead.status === "unconfirmed" ? lead.confirmation : STATUS[lead.status]],
          ...(lead.confirmation && lead.status !== "unconfirmed" ? [["Address", lead.confirmation] as const] : []),
          ["First came", <Came key="came" touch={first ?? { ...lead.came, from: "", answers: [] }} />],
          ...(last && last !== first ? [["Last came", <Came key="last" touch={last} />] as const] : []),
          ...(lead.touches.length ? [["Times asked", String(lead.touches.length)] as const] : []),
          ...(lead.texts ? [["Texts", lead.texts] as const] : []),
        ]}
      />
      <LeadUnconfirmed email={lead.email} confirmation={lead.unconfirmed} sending={sending} />
      <ByHand name={lead.name} messages={lead.byHand} sending={sending} />
      <TheirAnswers touches={lead.touches} />
      <Section title="How it went" id="ending">
        <p className="mt-3 max-w-measure">
          {lead.canUndo
            ? "What was planned before has stopped. “Undo” takes back the last thing you said here, and the follow-up goes on where it was."
            : "Say it here, and their follow-up stops at once."}
        </p>
        <Form method="post" className="mt-4 flex flex-wrap gap-2">
          {lead.canBook ? (
            <SubmitButton kind="plain" size="small" name="do" value="booked" busy="Noting..." sending={sending}>
              Appointment made
            </SubmitButton>
          ) : null}
          {lead.outcome === "won" ? null : (
            <SubmitButton kind="plain" size="small" name="do" value="won" busy="Noting..." sending={sending}>
              Won
            </SubmitButton>
          )}
          {lead.outcome === "lost" ? null : (
            <SubmitButton kind="plain" size="small" name="do" value="lost" busy="Noting..." sending={sending}>
              Lost
            </SubmitButton>
          )}
          {lead.canUndo ? (
            <SubmitButton kind="quiet" size="small" name="do" value="undo" busy="One moment..." sending={sending}>
              Undo
            </SubmitButton>
          ) : null}
        </Form>
      </Section>
      {lead.calls.length ? (
        <Section title={lead.calls.length === 1 ? "A call to make" : "Calls to make"} id="calls">
          {lead.calls.map(({ enrolmentId, step, say }) => (
            <Form key={`${enrolmentId}-${step}`} method="post" className="mt-4 grid gap-3">
              <p className="max-w-measure whitespace-pre-line">{say}</p>
              <input type="hidden" name="enrolment" value={enrolmentId} />
              <input type="hidden" name="step" value={step} />
              <div className="flex flex-wrap gap-3">
                <SubmitButton name="do" value="called" busy="Noting..." sending={sending}>
                  Called
                </SubmitButton>
                <SubmitButton kind="plain" name="do" value="no-answer" busy="Noting..." sending={sending}>
                  No answer
                </SubmitButton>
              </div>
            </Form>
          ))}
        </Section>
      ) : null}
      <Section title="Follow-up" id="follow-up">
        {lead.steps.length ? null : <p className="mt-3">Nothing is planned for them.</p>}
        {lead.canGoOn || lead.canHold ? (
          <p className="mt-3 mb-6 max-w-measure">
            {lead.canGoOn
              ? "On hold: nothing goes out until you tap “Go on”. What is late by then goes out in the next working hours."
              : "“They replied” ends it. “Hold” keeps it back until you let it go on."}
          </p>
        ) : null}
        <Timeline label={`Follow-up for ${lead.name}`}>
          {lead.steps.map((step) => (
            <TimelineStep
              key={step.key}
              state={step.state}
              stateLabel={step.label}
              when={step.words}
              dateTime={step.iso}
              title={step.subject}
            >
              {step.explanation}
            </TimelineStep>
          ))}
        </Timeline>
      </Section>
      <LeadDeeds name={lead.name} deeds={lead.deeds} />
      {lead.replies.length ? (
        <Section title="What they wrote" id="replies">
          {lead.replies.map((reply) => (
            <article key={reply.iso} className="mt-4 max-w-measure">
              <p className="text-sm text-pencil">
                <time dateTime={reply.iso}>{reply.words}</time>, {HEARD[reply.via]}
              </p>
              {reply.subject ? <h3 className="mt-1">{reply.subject}</h3> : null}
              {reply.body ? <p className="mt-2 whitespace-pre-line">{reply.body}</p> : null}
            </article>
          ))}
        </Section>
      ) : null}
      <Section title="What they agreed to" id="consent">
        {lead.consents.length ? null : <p className="mt-3">Nothing yet.</p>}
        {lead.consents.map((consent) => (
          <figure key={consent.iso} className="mt-4 max-w-measure">
            <blockquote>{consent.wording}</blockquote>
            <figcaption className="mt-1 text-sm text-pencil">
              On {consent.source}, <time dateTime={consent.iso}>{consent.words}</time>
              {consent.confirmed ? (
                <>
                  . Confirmed by mail <time dateTime={consent.confirmed.iso}>{consent.confirmed.words}</time>
                </>
              ) : null}
            </figcaption>
          </figure>
        ))}
      </Section>
    </Page>
  );
}
