import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { AnsweredBy, SentTo } from "#ground/papers/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Panel, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { SheetView } from "../client/sheet-view.tsx";
import { isFrozen, isOpen, numberLine, STATE_RULES } from "../rules/states.ts";
import { Decisions } from "../declined/decisions.tsx";
import { DeclinedPanel } from "../declined/panel.tsx";
import { OfficeTickets } from "../tickets/office-tickets.tsx";
import { ActButton, ActForm } from "./act-form.tsx";
import { actOnChange } from "./act.server.ts";
import { viewOfChange } from "./change.server.ts";
import { LoggedList } from "../radar/logged-list.tsx";
import { Notices } from "../notice/notices.tsx";
import { Words } from "../word/words.tsx";
import { SendSheet } from "./send-sheet.tsx";

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [
  { title: loaderData ? `Change: ${loaderData.title}` : "Change" },
];

const DID = ["sent", "voided", "decided", "credited"] as const;
const DONE = {
  sent: "Sent. You’ll get an email when they reply.",
  voided: "Voided. Those who approved it get an email.",
  decided: "Saved. The change log and the trail show it.",
  credited: "The credit is in the price. Send the new revision when you’re ready.",
} as const;

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    return {
      ...(await viewOfChange(ctx, args.params["changeId"] ?? "")),
      form: newId(),
      done: DID.find((did) => searchParams.has(did)) ?? null,
    };
  });

export const action = (args: ActionFunctionArgs) => actOnChange(args);

/** One change: how it is sent, what came of it, and what its approvers see. */
export default function ChangeOffice() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? answer : undefined;
  const made = answer && "link" in answer ? answer : undefined;
  const { id, jobId, jobName, sheet, standing, price, problems, mayAct } = view;
  const path = `/account/changes/${id}`;
  const isFixed = isFrozen(standing.state);
  const isDecided = standing.state === "unpaid" || standing.state === "dropped";
  const sheetForm =
    isFixed || problems.length > 0 || !mayAct ? null : (
      <SendSheet {...{ view, form: view.form, path, refused, made }} />
    );
  return (
    <Page className="pb-12">
      <BackToList title="Change orders" href="/account/changes" />
      <PageHeader
        title={sheet.title}
        action={
          <div className="flex flex-wrap gap-3">
            {isFixed ? null : (
              <LinkButton
                href={`/account/job/${jobId}/changes/${id}${mayAct ? "#price" : ""}`}
                kind={mayAct && !view.isPriced ? "signal" : "plain"}
              >
                {!mayAct ? "Edit" : view.isPriced ? "Price and edit" : "Add a price"}
              </LinkButton>
            )}
            <LinkButton href={`${path}/pdf`} kind="plain">
              Open the PDF
            </LinkButton>
            <LinkButton href={`${path}/trail`} kind="plain">
              All records (ZIP)
            </LinkButton>
          </div>
        }
      >
        For{" "}
        <a className="text-link" href={`/account/job/${jobId}`}>
          {jobName}
        </a>
        . {numberLine(standing)}
      </PageHeader>
      <StatusLine kind="done" id="sent" takesFocus={view.done !== null}>
        {view.done ? DONE[view.done] : null}
      </StatusLine>
      <p className="estimate-price">
        <b>{price}</b>
        <span className="estimate-quiet">
          {STATE_RULES[standing.state].label}
          {standing.version > 0 && !view.isSent && !isFixed ? ", changed since it was sent" : ""}
          {view.voidReason ? `: ${view.voidReason}` : ""}
        </span>
        <a className="text-link" href="#preview">
          See what your client sees
        </a>
      </p>
      {problems.length > 0 && !isFixed ? (
        <Panel tone="brick" className="mb-8">
          <h2 className="text-xl">Before you send it</h2>
          <ul className="mt-2">
            {problems.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {standing.state === "declined" && mayAct ? (
        <DeclinedPanel form={view.form} path={path} refused={refused} />
      ) : null}
      <div className="estimate-beside">
        <div>
          {isDecided ? <Decisions decisions={view.decisions} /> : null}
          {isOpen(standing.state) || isDecided ? null : sheetForm}
          <OfficeTickets tickets={view.tickets} />
          <LoggedList work={view.work} />
          {view.sendings.length > 0 ? <SentTo sendings={view.sendings} /> : null}
          {view.answers.length > 0 ? <AnsweredBy answers={view.answers} /> : null}
          {isOpen(standing.state) || isDecided ? sheetForm : null}
          {isDecided ? null : <Decisions decisions={view.decisions} />}
          <Notices due={view.noticeDue} notices={view.notices} />
          <Words words={view.words} />
          <p className="mt-6 text-sm">
            All changes of this job:{" "}
            <a className="text-link" href={`/account/changes/log/${jobId}`}>
              change log (PDF)
            </a>
            ,{" "}
            <a className="text-link" href={`/account/changes/log/${jobId}?as=csv`}>
              spreadsheet (CSV)
            </a>
            ,{" "}
            <a className="text-link" href={`/account/settings/quickbooks/invoices.csv?job=${jobId}`}>
              approved ones for QuickBooks
            </a>
          </p>
        </div>
        <div>
          <Section title="What your client sees" id="preview">
            <SheetView sheet={sheet} photosAt="/account/media" />
          </Section>
          {isOpen(standing.state) && mayAct ? (
            <ActForm intent="withdraw" path={path} className="mt-6">
              <ActButton intent="withdraw" kind="plain" />
              <StatusLine kind="error">
                {refused?.values.intent === "withdraw" ? refused.message : null}
              </StatusLine>
            </ActForm>
          ) : null}
          {standing.state === "approved" && mayAct ? (
            <details className="fold mt-6" open={refused?.values.intent === "void" || undefined}>
              <summary>Void this change order</summary>
              <ActForm intent="void" path={path} className="form mt-2">
                <Field
                  name="reason"
                  label="Why"
                  hint="The people who approved it get this by email and see it on their page."
                  required
                  maxLength={500}
                  defaultValue={refused?.values.reason}
                  error={refused?.errors["reason"]}
                />
                <ActButton intent="void" kind="plain" />
                <StatusLine kind="error">
                  {refused?.values.intent === "void" ? refused.message : null}
                </StatusLine>
              </ActForm>
            </details>
          ) : null}
        </div>
      </div>
    </Page>
  );
}
