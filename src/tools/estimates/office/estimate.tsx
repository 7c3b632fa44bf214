import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { AnsweredBy, SentTo } from "#ground/papers/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { formatAmount } from "#platform/money/money.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader, Panel, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { DepositForm } from "./deposit-form.tsx";
import { EstimateView } from "../client/estimate-view.tsx";
import { CancelNotice, OfficeReminders } from "../law/office-reminders.tsx";
import { isFrozen, isOpen, numberLine, STATE_RULES } from "../rules/states.ts";
import { ActButton, ActForm } from "./act-form.tsx";
import { actOnEstimate } from "./act.server.ts";
import { viewOfEstimate } from "./estimate.server.ts";
import { SendSheet } from "./send-sheet.tsx";

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [
  { title: loaderData ? `Estimate: ${loaderData.title}` : "Estimate" },
];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    return {
      ...(await viewOfEstimate(ctx, args.params["estimateId"] ?? "")),
      form: newId(),
      done: searchParams.has("sent") ? "sent" : searchParams.has("scheduled") ? "scheduled" : null,
    } as const;
  });

export const action = (args: ActionFunctionArgs) => actOnEstimate(args);

const DONE = {
  sent: "Sent. You’ll get an email when your client replies.",
  scheduled: "Scheduled. You can cancel it below.",
} as const;

/** One estimate: how it is sent, what came of it, and what the client sees. */
export default function EstimateOffice() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? answer : undefined;
  const made = answer && "link" in answer ? answer : undefined;
  const { id, jobId, jobName, estimate, choice, standing, currency, total, problems, isSent } = view;
  const path = `/account/estimates/${id}`;
  const isApproved = isFrozen(standing.state);
  const sheet =
    isApproved || problems.length > 0 ? null : (
      <SendSheet {...{ view, form: view.form, path, refused, made }} />
    );
  return (
    <Page className="pb-12">
      <BackToList title="Estimates" href="/account/estimates" />
      <PageHeader
        title={estimate.title}
        action={
          <div className="flex flex-wrap gap-3">
            {isApproved ? null : (
              <LinkButton href={`/account/job/${jobId}/estimates/${id}`} kind="plain">
                Edit
              </LinkButton>
            )}
            <LinkButton href={`${path}/pdf`} kind="plain">
              Open the PDF
            </LinkButton>
          </div>
        }
      >
        For{" "}
        <a className="text-link" href={`/account/job/${jobId}`}>
          {jobName}
        </a>
        . {numberLine(standing)}.
      </PageHeader>
      <StatusLine kind="done" id="sent" takesFocus={view.done !== null}>
        {view.done ? DONE[view.done] : null}
      </StatusLine>
      <p className="estimate-price">
        <b>{formatAmount(total, currency)}</b>
        <span className="estimate-quiet">
          {STATE_RULES[standing.state].label}
          {standing.version > 0 && !isSent && !isApproved ? ", changed since it was sent" : ""}
        </span>
        <a className="text-link" href="#preview">
          See what your client sees
        </a>
      </p>
      {problems.length > 0 && !isApproved ? (
        <Panel tone="brick" className="mb-8">
          <h2 className="text-xl">Before you send it</h2>
          <ul className="mt-2">
            {problems.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {view.deposit ? <DepositForm path={path} deposit={view.deposit} /> : null}
      {isApproved ? null : <OfficeReminders law={view.law} path={path} currency={currency} />}
      <div className="estimate-beside">
        <div>
          {isOpen(standing.state) ? null : sheet}
          {view.sendings.length > 0 ? <SentTo sendings={view.sendings} /> : null}
          {view.answers.length > 0 ? <AnsweredBy answers={view.answers} /> : null}
          {isOpen(standing.state) ? sheet : null}
        </div>
        <div>
          <Section title="What your client sees" id="preview">
            <EstimateView
              estimate={estimate}
              choice={choice}
              mayChoose={false}
              currency={currency}
              photosAt="/account/media"
            />
          </Section>
          {isOpen(standing.state) ? (
            <ActForm intent="withdraw" path={path} className="mt-6">
              <ActButton intent="withdraw" kind="plain" />
              <p className="mt-2 max-w-measure text-pencil">
                Your client won’t be able to approve it, and their page will say so. You can send it again.
              </p>
              <StatusLine kind="error">
                {refused?.values.intent === "withdraw" ? refused.message : null}
              </StatusLine>
            </ActForm>
          ) : null}
        </div>
      </div>
      {view.law.notice ? <CancelNotice notice={view.law.notice} path={path} /> : null}
    </Page>
  );
}
