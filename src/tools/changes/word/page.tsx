import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, paperMeta } from "#ground/papers/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage, ReachBusiness } from "#ui/client-page.tsx";
import { TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { questionOf } from "./question.server.ts";
import { WORD_PAPER } from "./word.ts";

export const handle = { static: true };
export const meta = paperMeta;
export const headers = paperHeaders;

export const loader = (args: LoaderFunctionArgs) =>
  loadPaper(args, WORD_PAPER, (ctx, paper) => questionOf(ctx, paper.thingId));

export const action = (args: ActionFunctionArgs) => answerPaper(args, WORD_PAPER);

/**
 * What somebody said, as we wrote it down, and two buttons. Works without script. Opening it says nothing:
 * mail scanners open every link.
 */
export default function ConfirmWord() {
  const { view, content } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer && "errors" in answer ? answer : undefined;
  const { face, here, own, closed } = view;
  const { by, said, teller, when } = content;
  const business = face.business || "The business";
  return (
    <ClientPage face={face} here={here}>
      <p className="label">From {business}</p>
      <h1 className="mt-2">Is this what you said?</h1>
      <p className="mt-4">{teller} wrote this down:</p>
      <blockquote className="mt-4 max-w-measure border-l-2 border-chalk pl-4 text-xl wrap-anywhere whitespace-pre-line">
        {said}
      </blockquote>
      {when ? <p className="mt-3 text-pencil">{when}</p> : null}
      <section id="answer" aria-label="Your answer" className="mt-8">
        {own ? (
          <>
            <StateMark state={own.answer === "approved" ? "done" : "stopped"}>
              {own.answer === "approved" ? "You said: yes, that’s right" : "You said: not quite"},{" "}
              <time dateTime={own.at.iso}>{own.at.words}</time>
            </StateMark>
            {own.words ? (
              <blockquote className="mt-3 max-w-measure border-l-2 border-rule pl-4 wrap-anywhere whitespace-pre-line">
                {own.words}
              </blockquote>
            ) : null}
            <p className="mt-3">Thank you. {business} has your answer.</p>
          </>
        ) : closed === null ? (
          <>
            <form method="post" action="?#answer">
              <Known view={view} by={by} />
              {refusal && refusal.values.do === "approve" ? (
                <StatusLine kind="error">{refusal.message}</StatusLine>
              ) : null}
              <SubmitButton name="do" value="approve" kind="signal" size="large" busy="One moment...">
                Yes, that’s right
              </SubmitButton>
            </form>
            <details className="mt-4" open={refusal?.values.do === "decline" || undefined}>
              <summary className="button" data-kind="plain">
                Not quite
              </summary>
              <form method="post" action="?#answer" className="form mt-4">
                <Known view={view} by={by} />
                {refusal?.message ? <StatusLine kind="error">{refusal.message}</StatusLine> : null}
                <TextArea
                  name="words"
                  label="What did you say?"
                  rows={3}
                  required
                  maxLength={2000}
                  defaultValue={refusal?.values.words}
                  error={refusal?.errors["words"]}
                />
                <div>
                  <SubmitButton name="do" value="decline" kind="plain" busy="One moment...">
                    Send
                  </SubmitButton>
                </div>
              </form>
            </details>
          </>
        ) : (
          <p>{closed}</p>
        )}
      </section>
      <ReachBusiness face={face} />
      <form method="post" action="?" className="paper-document mt-6">
        <SubmitButton name="do" value="read" kind="plain">
          Read it (PDF)
        </SubmitButton>
      </form>
    </ClientPage>
  );
}

/** Who answers, which is who the link was sent to, and what. */
function Known({ view, by }: { view: { readonly document: string }; by: string }) {
  return (
    <>
      <input type="hidden" name="document" value={view.document} />
      <input type="hidden" name="name" value={by} />
    </>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
