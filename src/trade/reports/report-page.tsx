import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { linkSchema, sendingSchema } from "#ground/papers/public.server.ts";
import { AnsweredBy, MadeLink, SendForm, SentTo, ShareForm, SignedBy } from "#ground/papers/public.tsx";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";
import { newId } from "#platform/db/ids.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { DataList, Page, PageHeader, Panel, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { getReport, remakeReport } from "./data.server.ts";
import { sendReport, shareReport } from "./mail/send.server.ts";
import { viewOfReport } from "./report-page.server.ts";

export const meta = ({ loaderData }: { loaderData?: { jobName: string; period: string } | undefined }) => [
  { title: loaderData ? `Report of ${loaderData.jobName}, ${loaderData.period}` : "Report" },
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
        const matrix = qrMatrix(link);
        return data({ link, qr: { path: qrPath(matrix), size: matrix.length }, intent }, { status: 200 });
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
      <PageHeader
        title={period}
        action={
          state === "ready" ? (
            <div className="flex flex-wrap gap-3">
              <LinkButton href={`/account/reports/${id}/pdf`}>Open the PDF</LinkButton>
              <LinkButton href={`/account/reports/${id}/pdf?download`} kind="plain">
                Save it
              </LinkButton>
            </div>
          ) : undefined
        }
      >
        Report of{" "}
        <a className="text-link" href={`/account/job/${jobId}`}>
          {jobName}
        </a>
        .{" "}
        <a className="text-link" href={`/account/reports?job=${jobId}`}>
          All its reports
        </a>
      </PageHeader>
      {state === "waiting" ? (
        <Panel className="mb-8">
          <div role="status">
            <h2 className="text-xl">The report is being made</h2>
            <p className="mt-2 max-w-measure">
              That takes a few seconds, with hundreds of photos a little longer. You need not wait here: it
              stands on the{" "}
              <a className="text-link" href="/account/reports">
                list of reports
              </a>{" "}
              when it is done.
            </p>
          </div>
          <p className="mt-4">
            <LinkButton href={`/account/reports/${id}`} kind="plain" size="small">
              Look again
            </LinkButton>
          </p>
        </Panel>
      ) : null}
      {state === "failed" ? (
        <Panel tone="brick" className="mb-8">
          <h2 className="text-xl">The report could not be made</h2>
          <p className="mt-2 max-w-measure">{problem} Nothing of the job is lost.</p>
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
                : `Sent to ${sentTo} people, each with a link of their own.`
              : null}
          </StatusLine>
          <DataList items={facts} />
          <p className="mt-3 mb-8 text-sm text-pencil">
            Made <time dateTime={madeAt.iso}>{madeAt.words}</time>. The file never changes: what you send is
            what you see here.
          </p>
          {waits ? (
            <Panel className="mb-8">
              <h2 className="text-xl">It goes out later</h2>
              <p className="mt-2 max-w-measure">
                No mail with a report can leave at this time. This one goes to{" "}
                {waits.people === 1 ? "the person" : `the ${waits.people} people`} of its schedule by itself,
                not before <time dateTime={waits.until.iso}>{waits.until.words}</time>.
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
                  refused={refused?.values.intent === "send" ? refused : undefined}
                />
                <SubmitButton busy="Sending..." sending={doing === "send"}>
                  Send the report
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
              Who opened which link, and closing one:{" "}
              <a className="text-link" href={`/account/shares?job=${jobId}`}>
                the links of this job
              </a>
              .
            </p>
            <Form method="post" action={`/account/reports/${id}`} className="form mt-4">
              {refused?.values.intent === "share" ? <ErrorSummary errors={refused.errors} /> : null}
              <ShareForm refused={refused?.values.intent === "share" ? refused : undefined} />
              <SubmitButton kind="plain" busy="Making it..." sending={doing === "share"}>
                {made ? "Make another link" : "Make a link"}
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

const POLL_MS = 1500;

/** Reloads a waiting report while the page is visible. */
function usePolling(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWaiting || state !== "idle") return;
    const timer = setTimeout(() => {
      if (!document.hidden) void revalidate();
    }, POLL_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, state, revalidate]);
}
