import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { MadeLink, SentTo } from "#ground/papers/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { LONGEST } from "../rules.ts";
import { ActButton, ActForm } from "./act-form.tsx";
import { actOnAsk } from "./act.server.ts";
import { officeViewOf } from "../asked.server.ts";
import { OfficePhotos } from "./photos.tsx";

export const meta = () => [{ title: "Request to show photos" }];

const DONE = {
  sent: "Sent. You’ll get an email when they answer.",
  withdrawn: "Done. These photos aren’t shown anymore. Please delete posts that are already out, too.",
} as const;
const DID = ["sent", "withdrawn"] as const;

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    return {
      ...(await officeViewOf(ctx, args.params["askId"] ?? "")),
      form: newId(),
      did: DID.find((one) => searchParams.has(one)) ?? null,
    };
  });

export const action = (args: ActionFunctionArgs) => actOnAsk(args);

/** One request: what was asked, what the client said, and taking it back for a client who called. */
export default function AskedForPhotos() {
  const { id, jobId, jobName, groups, answers, sendings, mayAct, isYes, mayWithdraw, form, did } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? answer : undefined;
  const made = answer && "link" in answer ? answer : undefined;
  const path = `/account/photos/asks/${id}`;
  return (
    <Page className="pb-12">
      <BackToList title="Recent work" href="/account/photos/recent" />
      <PageHeader title="Request to show photos">
        Of{" "}
        <a className="text-link" href={`/account/job/${jobId}/photos`}>
          {jobName}
        </a>
        . What your client says last counts.
      </PageHeader>
      <StatusLine kind="done" takesFocus={did !== null}>
        {did ? DONE[did] : null}
      </StatusLine>
      <OfficePhotos groups={groups} />
      <Section title="Answers" id="answers">
        {answers.length === 0 ? <p className="mt-2">No answer yet. Nothing is shown.</p> : null}
        <ul className="mt-2">
          {answers.map(({ id: key, line, uses, credit, note, at }) => (
            <li key={key} className="border-t border-rule py-3 wrap-anywhere">
              <p>
                <b>{line}</b>, <time dateTime={at.iso}>{at.words}</time>
              </p>
              {uses ? <p className="mt-1">{uses}.</p> : null}
              {credit ? <p className="mt-1">Shown with them: {credit}</p> : null}
              {note ? <p className="mt-1 text-pencil">{note}</p> : null}
            </li>
          ))}
        </ul>
      </Section>
      {isYes && mayAct ? (
        <p className="mt-4">
          <LinkButton href="/account/photos/recent" kind="plain">
            Choose what your page shows
          </LinkButton>
        </p>
      ) : null}
      {sendings.length > 0 ? <SentTo sendings={sendings} /> : null}
      {mayAct ? (
        <Section title="For your client" id="client">
          {made ? (
            <MadeLink link={made.link} qr={made.qr} />
          ) : (
            <ActForm intent="share" path={path} place="#client" className="mt-4">
              <ActButton intent="share" kind="plain">
                Make another link
              </ActButton>
              <StatusLine kind="error">
                {refused?.values.intent === "share" ? refused.message : null}
              </StatusLine>
            </ActForm>
          )}
          {mayWithdraw ? (
            <details className="fold mt-6" open={refused?.values.intent === "withdraw" || undefined}>
              <summary>Your client called and changed their mind</summary>
              <ActForm intent="withdraw" path={path} className="form mt-2">
                <input type="hidden" name="form" value={form} />
                <Field
                  name="note"
                  label="Note"
                  hint="Who called, for your records."
                  maxLength={LONGEST.note}
                  defaultValue={refused?.values.note}
                  error={refused?.errors["note"]}
                />
                <ActButton intent="withdraw" kind="stop" />
                <StatusLine kind="error">
                  {refused?.values.intent === "withdraw" ? refused.message : null}
                </StatusLine>
              </ActForm>
            </details>
          ) : null}
        </Section>
      ) : null}
    </Page>
  );
}
