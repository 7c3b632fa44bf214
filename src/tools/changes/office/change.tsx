import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { AnsweredBy, SentTo } from "#ground/papers/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Panel, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { SheetView } from "../client/sheet-view.tsx";
import { isFrozen, isOpen, numberLine, STATE_RULES } from "../states.ts";
import { actOnChange } from "./act.server.ts";
import { viewOfChange } from "./change.server.ts";
import { SendSheet } from "./send-sheet.tsx";

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [
  { title: loaderData ? `Change: ${loaderData.title}` : "Change" },
];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    return {
      ...(await viewOfChange(ctx, args.params["changeId"] ?? "")),
      form: newId(),
      done: searchParams.has("sent") ? "sent" : searchParams.has("voided") ? "voided" : null,
    } as const;
  });

export const action = (args: ActionFunctionArgs) => actOnChange(args);

const DONE = {
  sent: "Sent. You’ll get an email when they reply.",
  voided: "Voided. Those who approved it get an email.",
} as const;

/** One change: how it is sent, what came of it, and what its approvers see. */
export default function ChangeOffice() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const navigation = useNavigation();
  const doing = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  const refused = answer && "errors" in answer ? answer : undefined;
  const made = answer && "link" in answer ? answer : undefined;
  const { id, jobId, jobName, sheet, standing, price, problems, mayAct } = view;
  const path = `/account/changes/${id}`;
  const isFixed = isFrozen(standing.state);
  const isDeclined = standing.state === "declined";
  const sheetForm =
    isFixed || problems.length > 0 || !mayAct ? null : (
      <SendSheet {...{ view, form: view.form, path, doing, refused, made }} />
    );
  return (
    <Page className="pb-12">
      <BackToList title="Change orders" href="/account/changes" />
      <PageHeader
        title={sheet.title}
        action={
          <div className="flex flex-wrap gap-3">
            {isFixed ? null : (
              <LinkButton href={`/account/job/${jobId}/changes/${id}`} kind="plain">
                {mayAct ? "Price and edit" : "Edit"}
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
        . {numberLine(standing)}. Change log of the job:{" "}
        <a className="text-link" href={`/account/changes/log/${jobId}`}>
          PDF
        </a>
        ,{" "}
        <a className="text-link" href={`/account/changes/log/${jobId}?as=csv`}>
          CSV
        </a>
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
      {isDeclined ? (
        <Panel tone="brick" className="mb-8">
          <p>It was declined. Change it and send it again, or leave the work out.</p>
        </Panel>
      ) : null}
      <div className="estimate-beside">
        <div>
          {isOpen(standing.state) ? null : sheetForm}
          {view.sendings.length > 0 ? <SentTo sendings={view.sendings} /> : null}
          {view.answers.length > 0 ? <AnsweredBy answers={view.answers} /> : null}
          {isOpen(standing.state) ? sheetForm : null}
        </div>
        <div>
          <Section title="What your client sees" id="preview">
            <SheetView sheet={sheet} photosAt="/account/media" />
          </Section>
          {isOpen(standing.state) && mayAct ? (
            <Form method="post" action={path} className="mt-6">
              <input type="hidden" name="intent" value="withdraw" />
              <SubmitButton kind="plain" busy="Withdrawing..." sending={doing === "withdraw"}>
                Withdraw change
              </SubmitButton>
              <StatusLine kind="error">
                {refused?.values.intent === "withdraw" ? refused.message : null}
              </StatusLine>
            </Form>
          ) : null}
          {standing.state === "approved" && mayAct ? (
            <details className="fold mt-6" open={refused?.values.intent === "void" || undefined}>
              <summary>Void this change order</summary>
              <Form method="post" action={path} className="form mt-2">
                <input type="hidden" name="intent" value="void" />
                <Field
                  name="reason"
                  label="Why"
                  hint="The people who approved it get this by email and see it on their page."
                  required
                  maxLength={500}
                  defaultValue={refused?.values.reason}
                  error={refused?.errors["reason"]}
                />
                <SubmitButton kind="plain" busy="Voiding..." sending={doing === "void"}>
                  Void change order
                </SubmitButton>
                <StatusLine kind="error">
                  {refused?.values.intent === "void" ? refused.message : null}
                </StatusLine>
              </Form>
            </details>
          ) : null}
        </div>
      </div>
    </Page>
  );
}
