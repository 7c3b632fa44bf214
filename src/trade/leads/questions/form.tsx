import { SubmitButton } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";

/** Asks the business a question; it arrives as a reply. */
export function AskQuestion({
  action,
  who,
  asked,
  typed = "",
  error,
  message,
}: {
  /** Where the form posts to. */
  action: string;
  /** Whom they ask. */
  who: string;
  /** An id made with the form. */
  asked: string;
  typed?: string | undefined;
  error?: string | undefined;
  message?: string | null | undefined;
}) {
  return (
    <section className="client-section" id="ask" aria-labelledby="ask-title">
      <h2 className="text-2xl" id="ask-title">
        Ask a question
      </h2>
      <form method="post" action={action} className="form mt-3">
        <input type="hidden" name="asked" value={asked} />
        <TextArea
          name="question"
          label={`Your question for ${who}`}
          hint="The answer comes by email."
          required
          unmarked
          rows={4}
          maxLength={4000}
          defaultValue={typed}
          error={error}
        />
        <SubmitButton kind="plain" busy="Sending...">
          Send your question
        </SubmitButton>
        <StatusLine kind="error">{message}</StatusLine>
      </form>
    </section>
  );
}
