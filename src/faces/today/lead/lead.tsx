import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { getBusiness, inAccount, mayMailOthers, toolsOf } from "#ground/businesses/public.server.ts";
import { jobsOfLead, STATUS_WORDS } from "#trade/jobs/public.server.ts";
import {
  allowsFollowUp,
  BASIS_LABELS,
  confirmationNotice,
  datedStatusMark,
  currentLeadId,
  deleteUnconfirmed,
  foundInReplies,
  getLead,
  leadStatus,
  mayText,
  moneyInputValue,
  formatMoney,
  showFiles,
  stageOf,
  todosOf,
  undoableMerges,
} from "#trade/leads/public.server.ts";
import { type LedgerLine, ledgerOfLead, pausedFollowUps } from "#trade/sequences/public.server.ts";
import { LeadFiles, LeadTodos } from "#trade/leads/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { listQueryOf, withList } from "#platform/http/list-place.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { moment } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { ByHand } from "../by-hand.tsx";
import { messagesToSend } from "../by-hand.server.ts";
import { answerLead, TYPED } from "./answer.server.ts";
import { JustAdded } from "./just-added.tsx";
import { loadReferrals } from "./referrals.server.ts";
import { LeadReferrals, ReferredBy } from "./referrals.tsx";
import { nextStepsOf } from "./next-steps.server.ts";
import { LeadConsents } from "./consents.tsx";
import { LeadContact } from "./contact.tsx";
import { LeadEnding, LeadRefusal, LeadUndo } from "./outcome.tsx";
import { FoundInReplies } from "./found.tsx";
import { LeadJobs } from "./jobs.tsx";
import { MergeNote } from "./merge-note.tsx";
import { LeadNote } from "./note.tsx";
import { lastUndoableOf } from "./undo.server.ts";
import { OPEN, STAGE } from "./status-labels.ts";
import { LeadAhead, LeadStory } from "../story/story.tsx";
import { loadStory } from "../story/story.server.ts";
import { Came } from "./touches.tsx";
import { describeConfirmation } from "./unconfirmed.server.ts";
import { LeadUnconfirmed } from "./unconfirmed.tsx";
import { listUnknownMessages } from "./unknown-outcome.server.ts";
import { UnknownMessages } from "./unknown-outcome.tsx";

export const meta = ({ loaderData }: { loaderData?: { name: string } | undefined }) => [
  { title: loaderData?.name ?? "Lead" },
];

/** Whether the follow-up has steps left that can be stopped. What a form promised is sent in any case. */
const isAhead = ({ state, kind }: Pick<LedgerLine, "state" | "kind">) =>
  kind !== "gift" && (state === "waiting" || state === "held");

/** One lead: the next steps with their times, and the whole history on one timeline. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const asked = args.params["leadId"] ?? "";
    const current = await currentLeadId(ctx, asked);
    // Links from before a merge still find the person.
    if (current !== asked) throw redirect(`/account/leads/${current}`, 302);
    const lead = await getLead(ctx, asked);
    const query = new URL(args.request.url).searchParams;
    const { zone: itsZone, currency } = await getBusiness(ctx);
    const zone = itsZone ?? "UTC";
    const at = (instant: Temporal.Instant) => moment(instant, zone);
    const mayMail = await mayMailOthers(ctx);
    const ledger = await ledgerOfLead(ctx, lead.id);
    const { story, happenings, touches, sources, consents } = await loadStory(ctx, lead, {
      ledger,
      zone,
      currency,
      mayMail,
    });
    const texting = (await mayText(ctx, [lead.id])).get(lead.id);
    const stage = stageOf(lead);
    // Here and not where it is shown: the library has a list of all countries' numbers.
    const formatted = lead.phone && formatPhone(lead.phone);
    const came = touches.map((touch) => ({ ...at(touch.at), from: sources.get(touch.id) ?? "" }));
    return {
      id: lead.id,
      name: lead.name,
      email: lead.email,
      phone: lead.phone,
      shownBelow: lead.email ?? (formatted === lead.name ? null : formatted),
      begins: (await toolsOf(ctx)).flatMap(({ forLead }) => forLead ?? []),
      status: leadStatus(lead),
      merges: (await undoableMerges(ctx, lead.id)).map(({ id, name, until }) => ({
        id,
        name,
        until: at(until).words,
      })),
      found: await foundInReplies(ctx, lead.id),
      merged: query.has("merged"),
      separated: query.has("separated"),
      added: query.has("added") ? await nextStepsOf(ctx, lead) : null,
      basis: lead.basis && BASIS_LABELS[lead.basis],
      mayFollowUp: allowsFollowUp(lead.basis),
      mark: datedStatusMark(lead, ctx.now, zone),
      confirmation: confirmationNotice(lead, ctx.now, zone),
      unconfirmed: await describeConfirmation(ctx, lead, zone),
      canStop: leadStatus(lead) === "new" || ledger.some(isAhead),
      canGoOn: ledger.some(({ state }) => state === "held"),
      canHold: ledger.some((line) => isAhead(line) && line.state === "waiting"),
      paused: await pausedFollowUps(ctx, lead.id),
      ending: {
        outcome: lead.outcome,
        reason: lead.outcomeReason,
        canBook: lead.bookedAt === null && lead.outcome === null,
        canUndo: lead.outcome !== null || lead.bookedAt !== null,
        value: moneyInputValue(lead.valueCents),
        currency,
        stage: stage && STAGE[stage],
        moves: OPEN.filter((one) => one !== stage).map((one) => ({ stage: one, words: STAGE[one] })),
      },
      value: lead.valueCents === null ? null : formatMoney(lead.valueCents, currency),
      said: lastUndoableOf({ happenings, ledger }, ctx.now, currency),
      notes: happenings.filter(({ what }) => what === "note").length,
      calls: ledger.flatMap(({ state, enrolmentId, step, say }) =>
        state === "task" ? [{ enrolmentId, step, say }] : [],
      ),
      first: came[0] ?? { ...at(lead.createdAt), from: "" },
      last: came.length > 1 ? came.at(-1)! : null,
      asked: touches.filter(({ source }) => !source["typed"]).length,
      byHand: await messagesToSend(ctx, lead),
      unsure: await listUnknownMessages(ctx, lead.id),
      texts: texting?.phone
        ? texting.refusal === null
          ? `OK to text ${texting.phone}`
          : `Not sent: ${texting.refusal}`
        : null,
      story,
      todos: (await todosOf(ctx, lead.id)).map(({ id, text, dueAt, doneAt }) => ({
        ...at(dueAt),
        id,
        text,
        isDone: doneAt !== null,
        isLate: Temporal.Instant.compare(dueAt, ctx.now) < 0,
      })),
      files: await showFiles(ctx, lead.id),
      referrals: await loadReferrals(ctx, lead.id, {
        touches,
        isClient: lead.outcome === "won" || lead.basis === "client",
      }),
      newTodo: newId(),
      jobs: (await jobsOfLead(ctx, lead.id)).map((job) => ({
        id: job.jobId,
        name: job.name,
        status: STATUS_WORDS[job.status],
      })),
      consents: consents.map((consent) => ({
        ...at(consent.at),
        id: consent.id,
        wording: consent.wording,
        source: consent.source,
        confirmed: consent.confirmedAt ? at(consent.confirmedAt) : null,
      })),
    };
  });
}

/**
 * "They replied", an appointment or an end stops planned steps until it is undone; a hold pauses them
 * until they are resumed. Call outcomes belong to the call that `enrolment` and `step` name. Other values
 * mark an outbox message as sent or resend one that may not have arrived. `take-back` undoes what `deed`
 * names; `stage:{new|talking|quoted}` sets the stage by hand. Deleting is only for leads who haven't
 * confirmed their address.
 */
export async function action(args: ActionFunctionArgs) {
  const leadId = args.params["leadId"] ?? "";
  const answered = await inAccount(args, "work.write", async (ctx) => {
    const form = await readForm(args.request);
    const { id } = await getLead(ctx, leadId);
    // In a transaction of its own, which may be retried.
    if (form["do"] === "delete") return { accountId: ctx.account.id, user: ctx.user };
    try {
      await answerLead(ctx, id, form);
    } catch (error) {
      if (!TYPED.some((name) => toAppError(error).fields[name])) throw error;
      return refuseForm(error, Object.fromEntries(TYPED.map((name) => [name, form[name] ?? ""])));
    }
    return redirect(withList(`/account/leads/${leadId}`, listQueryOf(new URL(args.request.url))), 303);
  });
  if (!("accountId" in answered)) return answered;
  return answering(async () => {
    await deleteUnconfirmed(answered.accountId, leadId, answered.user);
    return redirect("/account/leads", 303);
  });
}

export default function LeadPage() {
  const lead = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? answer : undefined;
  const sending = useNavigation().state !== "idle";
  return (
    <Page>
      <BackToList title="Leads" href="/account/leads" />
      <PageHeader
        title={lead.name}
        action={
          lead.canStop ? (
            <Form method="post" className="flex flex-wrap gap-3">
              <SubmitButton name="do" value="replied" busy="Saving..." sending={sending}>
                They replied
              </SubmitButton>
              {lead.canGoOn ? (
                <SubmitButton kind="plain" name="do" value="go-on" busy="One moment..." sending={sending}>
                  Resume
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
        {lead.email ? (
          <a className="text-link wrap-anywhere" href={`mailto:${lead.email}`}>
            {lead.email}
          </a>
        ) : (
          lead.shownBelow
        )}
      </PageHeader>
      {lead.added ? <JustAdded id={lead.id} next={lead.added} sending={sending} /> : null}
      <MergeNote id={lead.id} merges={lead.merges} takesFocus={lead.merged} sending={sending} />
      {lead.separated ? <StatusLine takesFocus>Undone. They’re two people again.</StatusLine> : null}
      <FoundInReplies found={lead.found} sending={sending} />
      <LeadUndo said={lead.said} sending={sending} />
      <LeadRefusal message={refused?.message} />
      <LeadContact
        id={lead.id}
        phone={lead.phone}
        hasEmail={lead.email !== null}
        mayFollowUp={lead.mayFollowUp}
        begins={lead.begins}
      />
      <ReferredBy name={lead.name} by={lead.referrals.by} />
      {lead.paused.map(({ id, name }) => (
        <p key={id} className="mt-6 max-w-measure">
          <b>“{name}” is paused,</b> so {lead.name} won’t get anything from it.{" "}
          <a className="text-link" href={`/account/sequences/${id}`}>
            Resume it
          </a>
        </p>
      ))}
      <LeadUnconfirmed email={lead.email ?? ""} confirmation={lead.unconfirmed} sending={sending} />
      <UnknownMessages name={lead.name} messages={lead.unsure} sending={sending} />
      <ByHand name={lead.name} messages={lead.byHand} sending={sending} />
      {lead.calls.length ? (
        <Section title={lead.calls.length === 1 ? "A call to make" : "Calls to make"} id="calls">
          {lead.calls.map(({ enrolmentId, step, say }) => (
            <Form key={`${enrolmentId}-${step}`} method="post" className="mt-4 grid gap-3">
              <p className="max-w-measure whitespace-pre-line">{say}</p>
              <input type="hidden" name="enrolment" value={enrolmentId} />
              <input type="hidden" name="step" value={step} />
              <div className="flex flex-wrap gap-3">
                <SubmitButton name="do" value="called" busy="Saving..." sending={sending}>
                  We talked
                </SubmitButton>
                <SubmitButton kind="plain" name="do" value="no-answer" busy="Saving..." sending={sending}>
                  No answer
                </SubmitButton>
              </div>
            </Form>
          ))}
        </Section>
      ) : null}
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:gap-x-14">
        <div>
          <LeadAhead
            name={lead.name}
            ahead={lead.story.ahead}
            tasks={lead.todos.filter(({ isDone }) => !isDone)}
            hint={
              lead.canGoOn
                ? "On hold. Nothing goes out until you tap “Resume”. Anything overdue then goes out during your next sending hours."
                : lead.canHold
                  ? "“They replied” ends it. “Hold” pauses it until you resume."
                  : null
            }
            sending={sending}
          />
          <LeadStory name={lead.name} story={lead.story} sending={sending} />
        </div>
        <div className="lg:[&_.data-list>div]:grid-cols-[minmax(6rem,1fr)_2fr]">
          <DataList
            items={[
              ["Status", lead.mark.words],
              ...(lead.confirmation && lead.status !== "unconfirmed"
                ? [["Address", lead.confirmation] as const]
                : []),
              ...(lead.value ? [["Value", lead.value] as const] : []),
              ...(lead.basis ? [["Follow-up", lead.basis] as const] : []),
              ["Added", <Came key="came" touch={lead.first} />],
              ...(lead.last ? [["Last request", <Came key="last" touch={lead.last} />] as const] : []),
              ...(lead.asked ? [["Requests", String(lead.asked)] as const] : []),
              ...(lead.texts ? [["Texts", lead.texts] as const] : []),
              ...(lead.jobs.length
                ? [
                    [
                      lead.jobs.length === 1 ? "Job" : "Jobs",
                      <LeadJobs key="jobs" jobs={lead.jobs} />,
                    ] as const,
                  ]
                : []),
            ]}
          />
          <LeadEnding ending={lead.ending} refused={refused} sending={sending} />
          <LeadNote
            typed={refused?.values["note"] ?? ""}
            error={refused?.errors["note"]}
            kept={lead.notes}
            sending={sending}
          />
          <LeadTodos
            todos={lead.todos}
            form={{
              newId: lead.newTodo,
              ...(refused?.errors["text"] || refused?.errors["day"] ? refused : {}),
            }}
            sending={sending}
          />
          <LeadReferrals name={lead.name} referrals={lead.referrals} />
          <LeadFiles leadId={lead.id} files={lead.files} sending={sending} />
          <LeadConsents id={lead.id} consents={lead.consents} />
        </div>
      </div>
    </Page>
  );
}
