import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { linkSchema, madeLink, sendingSchema } from "#ground/papers/public.server.ts";
import { AnsweredBy, MadeLink, SendForm, SentTo, ShareForm, SignedBy } from "#ground/papers/public.tsx";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { newId } from "#platform/db/ids.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { DataList, Page, PageHeader, Panel, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { usePolling } from "#ui/use-polling.ts";
import { getReport, remakeReport } from "./data.server.ts";
import { sendReport, shareReport } from "./mail/send.server.ts";
import { viewOfReport } from "./report-page.server.ts";

export const meta = ({ loaderData }: { loaderData?: { jobName: string; period: string } | undefined }) => [
  { title: loaderData ? `Report for ${loaderData.jobName}, ${loaderData.period}` : "Report" },
];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => ({
    ...(await viewOfReport(ctx, args.params["reportId"] ?? "")),
    form: newId(),
    sentTo: Number(new URL(args.request.url).searchParams.get("sent") ?? 0),
  }));
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = args.params["reportId"] ?? "";
  return inAccount(args, "work.write", async (ctx) => {
    const report = await getReport(ctx, id);
    const { intent = "" } = form;
    try {
      if (intent === "send") {
        const sending = form.check(sendingSchema);
        await sendReport(ctx, report, sending);
        return redirect(`/account/reports/${id}?sent=${sending.to.length}#sent`, 303);
      }
      if (intent === "share") {
        const link = await shareReport(ctx, report, form.check(linkSchema));
        return data({ ...madeLink(link), intent }, { status: 200 });
      }
      if (intent === "again") await remakeReport(ctx, id);
      return redirect(`/account/reports/${id}`, 303);
    } catch (error) {
      const { to = "", words = "", days = "30", passcode = "", asks = "nothing" } = form;
      return refuseForm(error, { intent, to, words, days, passcode, asks });
    }
  });
}

export default function ReportPage() {
  const {
    id,
    jobId,
    jobName,
    period,
    state,
    problem,
    hasTable,
    asks,
    facts,
    sendings,
    signatures,
    answers,
    client,
    refusal,
    sentTo,
    made: madeAt,
    waits,
    form,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const navigation = useNavigation();
  const doing = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  usePolling(state === "waiting");
  const refused = answer && "errors" in answer ? answer : undefined;
  const made = answer && "link" in answer ? answer : undefined;
  return (
    <Page narrow className="pb-12">
      <BackToList title="Reports" href="/account/reports" />
      <PageHeader
        title={period}
        action={
          state === "ready" ? (
            <div className="flex flex-wrap gap-3">
              <LinkButton href={`/account/reports/${id}/pdf`}>Open the PDF</LinkButton>
              <LinkButton href={`/account/reports/${id}/pdf?download`} kind="plain">
                Save it
              </LinkButton>
              {hasTable ? (
                <LinkButton href={`/account/reports/${id}/csv`} kind="plain">
                  Save as CSV
                </LinkButton>
              ) : null}
            </div>
          ) : undefined
        }
      >
        Report for{" "}
        <a className="text-link" href={`/account/job/${jobId}`}>
          {jobName}
        </a>
        .{" "}
        <a className="text-link" href={`/account/reports?job=${jobId}`}>
          All reports for this job
        </a>
      </PageHeader>
      {state === "waiting" ? (
        <Panel className="mb-8">
          <div role="status">
            <h2 className="text-xl">Creating the report</h2>
            <p className="mt-2 max-w-measure">
              This takes a few seconds, or a little longer with hundreds of photos. You don’t have to wait.
              It’ll be in your{" "}
              <a className="text-link" href="/account/reports">
                reports
              </a>{" "}
              when it’s done.
            </p>
          </div>
          <p className="mt-4">
            <LinkButton href={`/account/reports/${id}`} kind="plain" size="small">
              Check again
            </LinkButton>
          </p>
        </Panel>
      ) : null}
      {state === "failed" ? (
        <Panel tone="brick" className="mb-8">
          <h2 className="text-xl">We couldn’t create the report</h2>
          <p className="mt-2 max-w-measure">{problem} Nothing is lost.</p>
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="again" />
            <SubmitButton busy="One moment..." sending={doing === "again"}>
              Try again
            </SubmitButton>
          </Form>
        </Panel>
      ) : null}
      {state === "ready" ? (
        <>
          <StatusLine kind="done" id="sent" takesFocus={sentTo > 0}>
            {sentTo > 0
              ? sentTo === 1
                ? "Sent."
                : `Sent to ${sentTo} people, each with their own link.`
              : null}
          </StatusLine>
          <DataList items={facts} />
          <p className="mt-3 mb-8 text-sm text-pencil">
            Created <time dateTime={madeAt.iso}>{madeAt.words}</time>. The file never changes. What you send
            is what you see here.
          </p>
          {waits ? (
            <Panel className="mb-8">
              <h2 className="text-xl">Going out later</h2>
              <p className="mt-2 max-w-measure">
                We can’t email reports right now. This one will go to{" "}
                {waits.people === 1 ? "the person" : `the ${waits.people} people`} on its schedule, no earlier
                than <time dateTime={waits.until.iso}>{waits.until.words}</time>.
              </p>
            </Panel>
          ) : null}
          {sendings.length > 0 ? <SentTo sendings={sendings} /> : null}
          {answers.length > 0 ? <AnsweredBy answers={answers} /> : null}
          {signatures.length > 0 ? <SignedBy signatures={signatures} /> : null}
          <Section title={sendings.length ? "Send it again" : "Send it"} id="send">
            {refusal ? (
              <p className="mt-4 max-w-measure">{refusal}</p>
            ) : (
              <Form
                method="post"
                action={`/account/reports/${id}`}
                className="form mt-4"
                key={sendings.length}
              >
                {refused?.values.intent === "send" ? <ErrorSummary errors={refused.errors} /> : null}
                <SendForm
                  form={form}
                  client={client}
                  asks={asks}
                  refused={refused?.values.intent === "send" ? refused : undefined}
                />
                <SubmitButton busy="Sending..." sending={doing === "send"}>
                  Send report
                </SubmitButton>
                <StatusLine kind="error">
                  {refused?.values.intent === "send" ? refused.message : null}
                </StatusLine>
              </Form>
            )}
          </Section>
          <Section title="Share a link" id="share">
            {made ? <MadeLink link={made.link} qr={made.qr} /> : null}
            <p className="mt-4 max-w-measure">
              See who opened links, or close one:{" "}
              <a className="text-link" href={`/account/shares?job=${jobId}`}>
                this job’s links
              </a>
              .
            </p>
            <Form method="post" action={`/account/reports/${id}`} className="form mt-4">
              {refused?.values.intent === "share" ? <ErrorSummary errors={refused.errors} /> : null}
              <ShareForm asks={asks} refused={refused?.values.intent === "share" ? refused : undefined} />
              <SubmitButton kind="plain" busy="Creating..." sending={doing === "share"}>
                {made ? "Create another link" : "Create a link"}
              </SubmitButton>
              <StatusLine kind="error">
                {refused?.values.intent === "share" ? refused.message : null}
              </StatusLine>
            </Form>
          </Section>
        </>
      ) : null}
    </Page>
  );
}
