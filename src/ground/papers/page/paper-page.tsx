import type { ReactNode } from "react";
import { useActionData } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import type { answerPaper } from "./answer.server.ts";
import type { PaperView } from "./load.server.ts";

/** What was wrong with a submitted form. */
interface PaperRefusal {
  readonly values: Readonly<Record<"do" | "name" | "words", string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly message: string | null;
}

const DONE: Readonly<Record<string, string>> = {
  approved: "Thank you. The business has your reply.",
  refused: "The business has your reply.",
  asked: "The business has your question.",
};

/**
 * The page of a paper for a phone: what the tool says of it, the document itself, and the answers asked for.
 * Works without script.
 */
export function PaperPage({ view, children }: { view: PaperView; children: ReactNode }) {
  const answer = useActionData<typeof answerPaper>();
  const refusal = answer && "errors" in answer ? answer : undefined;
  const { face, here, title, number, version, did, own, closed } = view;
  const notice = refusal ? null : (DONE[did ?? ""] ?? null);
  return (
    <ClientPage face={face} here={here}>
      <p className="label">From {face.business}</p>
      <h1 className="mt-2 wrap-anywhere">{title}</h1>
      {number ? (
        <p className="mt-1 text-pencil">
          {number}
          {version > 1 ? `, version ${version}` : ""}
        </p>
      ) : null}
      <div className="mt-4 max-w-measure">{children}</div>
      <form method="post" action="?" className="mt-6 flex flex-wrap gap-3">
        {here ? <input type="hidden" name="here" value={here} /> : null}
        <SubmitButton name="do" value="read">
          Read it (PDF)
        </SubmitButton>
        <SubmitButton name="do" value="save" kind="plain">
          Save it
        </SubmitButton>
      </form>
      <section id="answer" aria-label="Your reply" className="mt-6">
        <StatusLine kind="done">{notice}</StatusLine>
        {own ? <OwnAnswer own={own} /> : null}
        {closed !== null && own?.answer !== "approved" ? <p className="max-w-measure">{closed}</p> : null}
        {closed === null && own?.answer !== "approved" ? <Decide view={view} refusal={refusal} /> : null}
      </section>
      <Ask view={view} refusal={refusal} />
    </ClientPage>
  );
}

function OwnAnswer({ own }: { own: NonNullable<PaperView["own"]> }) {
  const is = own.answer === "declined" ? "Declined" : own.isSigned ? "Signed" : "Approved";
  return (
    <>
      <StateMark state={own.answer === "approved" ? "done" : "stopped"}>
        {is}
        {own.name ? ` by ${own.name}` : ""}, <time dateTime={own.at.iso}>{own.at.words}</time>
      </StateMark>
      {own.words ? <Words>{own.words}</Words> : null}
    </>
  );
}

function Words({ children }: { children: string }) {
  return (
    <blockquote className="mt-3 max-w-measure border-l-2 border-rule pl-4 wrap-anywhere whitespace-pre-line">
      {children}
    </blockquote>
  );
}

function Decide({ view, refusal }: { view: PaperView; refusal: PaperRefusal | undefined }) {
  const { token, asks, answerBy, face, own } = view;
  const business = face.business || "The business";
  if (asks === "nothing") return null;
  const deadline = answerBy ? (
    <>
      {" "}
      Reply by <time dateTime={answerBy.iso}>{answerBy.words}</time>.
    </>
  ) : null;
  if (asks === "signature")
    return (
      <p className="mt-4 max-w-measure">
        {business} is asking you to sign this. Read it first.{deadline}
        <LinkButton className="mt-4" href={`/s/${token}/sign`} kind="signal" size="large">
          Sign it
        </LinkButton>
      </p>
    );
  return (
    <>
      <p className="mt-4 max-w-measure">
        {own ? "Changed your mind? You can still approve it." : `${business} is asking for your approval.`}
        {deadline}
      </p>
      <AnswerForm view={view} refusal={refusal} answer="approve" words="Anything to add" button="Approve" />
      {own ? null : (
        <Fold title="I don’t approve this" isOpen={refusal?.values.do === "decline"}>
          <AnswerForm
            view={view}
            refusal={refusal}
            answer="decline"
            words="Why, or what should change"
            button="Decline"
          />
        </Fold>
      )}
    </>
  );
}

function Ask({ view, refusal }: { view: PaperView; refusal: PaperRefusal | undefined }) {
  return (
    <section aria-label="Questions" className="mt-10 border-t border-rule pt-6">
      {view.questions.map(({ id, name, words, at }) => (
        <div key={id} className="mb-6">
          <p className="text-pencil">
            {name} asked, <time dateTime={at.iso}>{at.words}</time>
          </p>
          <Words>{words}</Words>
        </div>
      ))}
      <Fold title="Ask a question" isOpen={refusal?.values.do === "ask"}>
        <AnswerForm view={view} refusal={refusal} answer="ask" words="Your question" button="Send" />
      </Fold>
    </section>
  );
}

function Fold({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="mt-6" open={isOpen || undefined}>
      <summary className="cursor-pointer py-2 font-semibold">{title}</summary>
      {children}
    </details>
  );
}

function AnswerForm({
  view,
  refusal,
  answer,
  words,
  button,
}: {
  view: PaperView;
  refusal: PaperRefusal | undefined;
  answer: "approve" | "decline" | "ask";
  words: string;
  button: string;
}) {
  const own = refusal?.values.do === answer ? refusal : undefined;
  return (
    <form method="post" action="?#answer" className="form mt-4">
      <input type="hidden" name="document" value={view.document} />
      <input type="hidden" name="form" value={view.form} />
      <StatusLine kind="error">{own?.message}</StatusLine>
      <Field
        id={`${answer}-name`}
        name="name"
        label="Your name"
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={own?.values.name}
        error={own?.errors["name"]}
      />
      <TextArea
        id={`${answer}-words`}
        name="words"
        label={words}
        rows={3}
        required={answer === "ask"}
        maxLength={2000}
        defaultValue={own?.values.words}
        error={own?.errors["words"]}
      />
      <div>
        <SubmitButton
          name="do"
          value={answer}
          kind={answer === "approve" ? "signal" : "plain"}
          size={answer === "approve" ? "large" : undefined}
          busy="One moment..."
        >
          {button}
        </SubmitButton>
      </div>
    </form>
  );
}
