import { Form } from "react-router";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import type { ToSend } from "./by-hand.server.ts";

/**
 * Messages that wait for the owner's own phone or mail program: the text, a link that opens it filled in,
 * and a button to mark it as sent.
 */
export function ByHand({
  name,
  messages,
  sending,
}: {
  name: string;
  messages: readonly ToSend[];
  sending: boolean;
}) {
  if (!messages.length) return null;
  return (
    <Section title="Send these yourself" id="by-hand">
      <p className="mt-3 max-w-measure">
        We can’t send these for you yet. Open one, send it, then tap “I sent it.” {name}’s history will show
        that you sent it.
      </p>
      {messages.map(({ id, kind, to, subject, body, link }) => (
        <article key={id} className="mt-6 max-w-measure">
          <h3>{subject ?? `Text to ${to}`}</h3>
          {kind === "text" ? (
            <p className="mt-2 whitespace-pre-line">{body}</p>
          ) : (
            // Long, and the owner will read it in their own mail program.
            <details className="fold">
              <summary>Read it</summary>
              <p className="whitespace-pre-line wrap-anywhere" id={`words-${id}`}>
                {body}
              </p>
              <p className="mt-4">
                <CopyButton target={`words-${id}`}>Copy text</CopyButton>
              </p>
            </details>
          )}
          <Form method="post" className="mt-3 flex flex-wrap items-center gap-3">
            <input type="hidden" name="message" value={id} />
            <LinkButton size="small" href={link}>
              {kind === "text" ? "Open in messages" : "Open in email"}
            </LinkButton>
            <SubmitButton
              kind="plain"
              size="small"
              name="do"
              value={kind === "text" ? "sent-text" : "sent-mail"}
              busy="Saving..."
              sending={sending}
              aria-label={`I sent it: ${subject ?? `text to ${to}`}`}
            >
              I sent it
            </SubmitButton>
          </Form>
        </article>
      ))}
    </Section>
  );
}
