import type { ReactNode } from "react";
import { SubmitButton } from "#ui/button.tsx";
import { AnswerForm, type PaperRefusal } from "./answer-form.tsx";
import type { PaperView } from "./load.server.ts";

/** How a reader replies: yes, and right below it a question, a change, or no. */
export function Reply({
  view,
  refusal,
  approval,
}: {
  view: PaperView;
  refusal: PaperRefusal | undefined;
  approval: ReactNode;
}) {
  const { token, asks, own, face } = view;
  const isOpen = view.closed === null && own?.answer !== "approved" && asks !== "nothing";
  return (
    <>
      {isOpen ? <Approve view={view} refusal={refusal} approval={approval} /> : null}
      <div className="client-replies">
        <Ask view={view} refusal={refusal} />
        {!isOpen || own ? null : asks === "signature" ? (
          <p>
            <a href={`/s/${token}/sign?decline#decline`}>Decline</a>
          </p>
        ) : (
          <details open={refusal?.values.do === "decline" || undefined}>
            <summary>Decline</summary>
            <p className="max-w-measure">
              That’s okay. If you say why, such as the price or the timing, it helps{" "}
              {face.business || "the business"}.
            </p>
            <AnswerForm view={view} refusal={refusal} answer="decline" words="Your reason" button="Decline" />
          </details>
        )}
      </div>
    </>
  );
}

function Approve({
  view,
  refusal,
  approval,
}: {
  view: PaperView;
  refusal: PaperRefusal | undefined;
  approval: ReactNode;
}) {
  const { token, asks, answerBy, own, missing, face } = view;
  const business = face.business || "The business";
  const others = missing - 1;
  const deadline = answerBy ? (
    <>
      {" "}
      Reply by <time dateTime={answerBy.iso}>{answerBy.words}</time>.
    </>
  ) : null;
  if (asks === "signature")
    return (
      <form method="get" action={`/s/${token}/sign`} className="form mt-4">
        <p className="max-w-measure">
          {business} is asking for your signature.{deadline}
        </p>
        {approval}
        <div>
          <SubmitButton kind="signal" size="large">
            Review and sign
          </SubmitButton>
        </div>
      </form>
    );
  return (
    <>
      <p className="mt-4 max-w-measure">
        {own
          ? "Changed your mind? You can still approve it."
          : others > 0
            ? `${business} is asking you and ${others === 1 ? "one other person" : `${others} other people`} for approval.`
            : `${business} is asking for your approval.`}
        {deadline}
      </p>
      <AnswerForm view={view} refusal={refusal} answer="approve" words="Your note" button="Approve">
        {approval}
      </AnswerForm>
    </>
  );
}

function Ask({ view, refusal }: { view: PaperView; refusal: PaperRefusal | undefined }) {
  return (
    <details open={refusal?.values.do === "ask" || undefined}>
      <summary>{view.asks === "nothing" ? "Ask a question" : "Ask a question or request a change"}</summary>
      <AnswerForm
        view={view}
        refusal={refusal}
        answer="ask"
        words={view.asks === "nothing" ? "Your question" : "Your question, or what should change"}
        button="Send"
      />
    </details>
  );
}
