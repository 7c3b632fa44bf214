import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import type { Unsure } from "./unknown-outcome.server.ts";

/** Messages that may or may not have arrived, each with the choice to send it again. */
export function UnknownMessages({
  name,
  messages,
  sending,
}: {
  name: string;
  messages: readonly Unsure[];
  sending: boolean;
}) {
  if (!messages.length) return null;
  return (
    <Section title="Did it arrive?" id="unsure">
      {messages.map(({ id, kind, title }) => {
        const what = kind === "mail" ? "email" : "text";
        return (
          <article key={id} className="mt-4 max-w-measure">
            <p>
              We can’t tell whether this {what} reached {name}. The connection dropped while we were sending
              it.
            </p>
            <blockquote className="mt-2 text-ink wrap-anywhere">{title}</blockquote>
            <Form method="post" className="mt-3">
              <input type="hidden" name="message" value={id} />
              <SubmitButton
                kind="plain"
                size="small"
                name="do"
                value={`again-${kind}`}
                busy="Sending..."
                sending={sending}
                aria-label={`Send again: ${title.slice(0, 80)}`}
              >
                Send again
              </SubmitButton>
              <p className="mt-2 text-sm text-pencil">
                If the first one arrived, {name} gets it twice. We won’t send it again unless you do.
              </p>
            </Form>
          </article>
        );
      })}
    </Section>
  );
}
