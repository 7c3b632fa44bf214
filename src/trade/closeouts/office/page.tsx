import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { AnsweredBy, MadeLink, SentTo } from "#ground/papers/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { LinkButton } from "#ui/button.tsx";
import { Checkbox, Field, TextArea } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { usePolling } from "#ui/use-polling.ts";
import { BLANKS, MOST } from "../rules.ts";
import { ActButton, ActForm } from "./act-form.tsx";
import { actOnPackage } from "./act.server.ts";
import { Versions } from "./versions.tsx";
import { type PackageView, viewOfPackage } from "./view.server.ts";

export const meta = ({ loaderData }: { loaderData?: { job: string } | undefined }) => [
  { title: loaderData ? `Closeout package: ${loaderData.job}` : "Closeout package" },
];

const NOTICES: Readonly<Record<string, string>> = {
  saved: "Saved. What you published before is unchanged.",
  added: "Added.",
  restored: "It’s back.",
};

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const search = new URL(args.request.url).searchParams;
    return {
      ...(await viewOfPackage(ctx, args.params["closeoutJobId"] ?? "")),
      form: newId(),
      sending: newId(),
      sentTo: Number(search.get("sent") ?? 0),
      did: search.get("did") ?? "",
      removed: search.get("manual") ?? "",
    };
  });

export const action = (args: ActionFunctionArgs) => actOnPackage(args);

type Refused = Extract<NonNullable<ReturnType<typeof useActionData<typeof action>>>, { errors: unknown }>;

/** The package of a job in the office: what is in it, its versions, and handing it over. */
export default function PackagePage() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? answer : undefined;
  const made = answer && "link" in answer ? answer : undefined;
  const { job, jobId, versions, mayChange, sentTo, did, asked, questions, sendings } = view;
  const path = `/account/closeouts/${jobId}`;
  const of = (...intents: string[]) => (intents.includes(refused?.values.intent ?? "") ? refused : undefined);
  const isReady = versions.some(({ state }) => state === "ready");
  usePolling(versions.some(({ state }) => state === "waiting"));
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Closeout package">
        What your client keeps of{" "}
        <a className="text-link" href={`/account/job/${jobId}`}>
          {job}
        </a>
        : one link and one PDF, without an account.
      </PageHeader>
      {asked ? (
        <p className="mb-6 max-w-measure">
          Your client asked for the yearly check-up on <time dateTime={asked.iso}>{asked.words}</time>. It
          starts by itself in eleven months.
        </p>
      ) : null}
      <Versions versions={versions} path={path} mayChange={mayChange} isNew={did === "published"} />
      {isReady && mayChange ? (
        <HandOver
          view={view}
          made={made}
          path={path}
          sharing={of("share")}
          sending={of("send")}
          sentTo={sentTo}
        />
      ) : null}
      {sendings.length > 0 ? <SentTo sendings={sendings} /> : null}
      {questions.length > 0 ? <AnsweredBy answers={questions} /> : null}
      {/* Above the texts: adding one leaves this page. */}
      <Manuals view={view} path={path} />
      {mayChange ? (
        <Content view={view} path={path} refused={of("save", "preview", "publish")} isFirst={!isReady} />
      ) : null}
    </Page>
  );
}

function HandOver({
  view: { client, refusal, sending: form, links, jobId, sendings },
  made,
  path,
  sharing,
  sending,
  sentTo,
}: {
  view: PackageView & { sending: string };
  made: { link: string; qr: { path: string; size: number } } | undefined;
  path: string;
  sharing: Refused | undefined;
  sending: Refused | undefined;
  sentTo: number;
}) {
  return (
    <Section title="Hand it over" id="share">
      <StatusLine kind="done" id="sent" takesFocus={sentTo > 0}>
        {sentTo > 0 ? (sentTo === 1 ? "Sent." : `Sent to ${sentTo} people, each with their own link.`) : null}
      </StatusLine>
      {refusal ? (
        <p className="mt-4 max-w-measure">{refusal}</p>
      ) : (
        <ActForm intent="send" path={path} place="#share" className="form mt-4" key={sendings.length}>
          <ErrorSummary errors={sending?.errors ?? {}} />
          <input type="hidden" name="form" value={form} />
          <Field
            name="to"
            label="To"
            required
            inputMode="email"
            autoComplete="off"
            hint={
              client
                ? `This is ${client.name || "the client"} on this job. Separate more addresses with commas.`
                : "One or more addresses, separated by commas."
            }
            defaultValue={sending?.values.to ?? client?.address}
            error={sending?.errors["to"]}
          />
          <TextArea
            name="words"
            label="Message"
            rows={3}
            defaultValue={sending?.values.words}
            error={sending?.errors["words"]}
          />
          <ActButton intent="send" />
          <StatusLine kind="error">{sending?.message}</StatusLine>
        </ActForm>
      )}
      {made ? <MadeLink link={made.link} qr={made.qr} /> : null}
      <ActForm intent="share" path={path} place="#share" className="mt-6">
        <ActButton intent="share" kind="plain">
          {made ? "Create another link" : "Create a link"}
        </ActButton>
        <StatusLine kind="error">{sharing?.message}</StatusLine>
      </ActForm>
      <p className="mt-4 max-w-measure">
        Links work for ten years, and show the version you published last.
        {links.all > 0 ? (
          <>
            {" "}
            {links.open === 1 ? "1 link is open" : `${links.open} links are open`}: see who opened them, or
            close one, in{" "}
            <a className="text-link" href={`/account/shares?job=${jobId}`}>
              this job’s links
            </a>
            .
          </>
        ) : null}
      </p>
    </Section>
  );
}

function Content({
  view: { letter, letterAsRead, contacts, groups, offersYearly, saw, form, client, did },
  path,
  refused,
  isFirst,
}: {
  view: PackageView & { form: string; did: string };
  path: string;
  refused: Refused | undefined;
  isFirst: boolean;
}) {
  const { values, errors = {} } = refused ?? {};
  return (
    <Section title="What’s in it" id="package">
      <StatusLine kind="done" takesFocus={did === "saved" && !refused}>
        {refused || did !== "saved" ? null : NOTICES[did]}
      </StatusLine>
      <Form method="post" action={`${path}#package`} className="form mt-4">
        <ErrorSummary errors={errors} />
        <input type="hidden" name="form" value={form} />
        <input type="hidden" name="saw" value={saw} />
        {groups.map(({ title, choices }) => (
          <fieldset key={title} className="fieldset closeout-choices">
            <legend>{title}</legend>
            {choices.map(({ id, label, hint, isIn }) => (
              <div key={id}>
                <input type="hidden" name={`asked ${id}`} value="yes" />
                <Checkbox name={`part ${id}`} label={label} hint={hint || undefined} defaultChecked={isIn} />
              </div>
            ))}
          </fieldset>
        ))}
        {errors["parts"] ? (
          <p className="field-error" id="parts">
            {errors["parts"]}
          </p>
        ) : null}
        <details className="fold" open>
          <summary>The letter as your client reads it</summary>
          <div className="closeout-letter mt-2">
            {letterAsRead.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </details>
        <TextArea
          name="letter"
          label="Warranty letter"
          rows={16}
          required
          maxLength={MOST.letter}
          hint={`Printed on your letterhead. We fill in ${BLANKS.map((name) => `{{${name}}}`).join(", ")}. Check what it promises: it’s your warranty.`}
          defaultValue={values?.letter ?? letter}
          error={errors["letter"]}
        />
        <TextArea
          name="contacts"
          label="Contacts"
          rows={5}
          maxLength={MOST.contacts}
          hint="One a line: what they’re for, a colon, then name and number. Such as Cabinets: Ana Paz, (303) 555-0147."
          defaultValue={values?.contacts ?? contacts}
          error={errors["contacts"]}
        />
        <Checkbox
          name="yearly"
          label="Offer the yearly check-up"
          hint={
            client
              ? "Your client can ask for it with one tap. Your follow-up “Yearly maintenance” then starts."
              : "Add your client’s email address to the job first. Until then, the package doesn’t offer it."
          }
          defaultChecked={values ? values.yearly === "yes" : offersYearly}
        />
        <div className="flex flex-wrap gap-3">
          {/* The first button is what Enter does. */}
          <ActButton intent="preview" name="intent" value="preview" kind="plain" />
          <ActButton intent="publish" name="intent" value="publish" kind="signal">
            {isFirst ? "Save and publish" : "Save and publish a new version"}
          </ActButton>
          <ActButton intent="save" name="intent" value="save" kind="plain" />
        </div>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </Form>
    </Section>
  );
}

function Manuals({
  view: { manuals, mayChange, did, removed },
  path,
}: {
  view: PackageView & { did: string; removed: string };
  path: string;
}) {
  const notice = did === "added" || did === "restored" ? NOTICES[did] : null;
  return (
    <Section
      title="Manuals"
      id="manuals"
      action={
        mayChange ? (
          <LinkButton href={`${path}/manuals/new`} kind="plain" size="small">
            Add a PDF
          </LinkButton>
        ) : undefined
      }
    >
      <StatusLine kind="done" takesFocus={Boolean(notice)}>
        {notice}
      </StatusLine>
      {did === "removed" && removed ? (
        <ActForm
          intent="restore"
          path={path}
          place="#manuals"
          className="mt-3 flex flex-wrap items-center gap-3"
        >
          <input type="hidden" name="manual" value={removed} />
          <p role="status">Removed. Versions you published still have it.</p>
          <ActButton intent="restore" kind="plain" size="small" />
        </ActForm>
      ) : null}
      {manuals.length === 0 ? (
        <p className="mt-4 max-w-measure">
          No manuals yet. Add the PDFs that came with what you installed, such as a water heater’s.
        </p>
      ) : (
        <ul className="mt-4">
          {manuals.map(({ id, name, details }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-3 border-t border-rule py-3"
            >
              <div className="min-w-0">
                <a className="text-link wrap-anywhere" href={`${path}/manuals/${id}`}>
                  {name}
                </a>
                <p className="text-sm text-pencil">{details}</p>
              </div>
              {mayChange ? (
                <ActForm intent="remove" path={path} place="#manuals">
                  <input type="hidden" name="manual" value={id} />
                  <ActButton intent="remove" kind="plain" size="small" />
                </ActForm>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
