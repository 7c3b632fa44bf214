import type { ReactNode } from "react";
import { SubmitButton } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import type { PaperView } from "./load.server.ts";

/** What was wrong with a submitted form. */
export interface PaperRefusal {
  readonly values: Readonly<Record<"do" | "name" | "words", string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly message: string | null;
}

/** The form of one reply: a name, a few words, and its button. @param words label of the words */
export function AnswerForm({
  view,
  refusal,
  answer,
  words,
  button,
  children,
}: {
  view: Pick<PaperView, "document" | "form">;
  refusal: PaperRefusal | undefined;
  answer: "approve" | "decline" | "ask";
  words: string;
  button: string;
  children?: ReactNode;
}) {
  const own = refusal?.values.do === answer ? refusal : undefined;
  const text = (
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
  );
  return (
    <form method="post" action="?#answer" className="form mt-4">
      <input type="hidden" name="document" value={view.document} />
      <input type="hidden" name="form" value={view.form} />
      {own?.message ? <StatusLine kind="error">{own.message}</StatusLine> : null}
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
      {answer === "approve" ? (
        <details open={Boolean(own?.values.words) || undefined}>
          <summary className="cursor-pointer py-2">Add a note</summary>
          {text}
        </details>
      ) : (
        text
      )}
      {children}
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
