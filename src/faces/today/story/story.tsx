import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { FormAnswer } from "./form-answer.tsx";
import type { Story, StoryEntry } from "./story.ts";

/** How many past entries are shown; earlier ones are folded. */
const SHOWN = 20;

/** Characters shown at first; the rest is folded. */
const READ = 600;

function Quote({ text }: { text: string }) {
  const words = "max-w-measure whitespace-pre-line text-ink wrap-anywhere";
  if (text.length <= READ) return <blockquote className={`mt-1 ${words}`}>{text}</blockquote>;
  return (
    <details className="fold">
      <summary>{`${text.slice(0, 120).trimEnd()}…`}</summary>
      <blockquote className={words}>{text}</blockquote>
    </details>
  );
}

function Entry({ entry, sending }: { entry: StoryEntry; sending: boolean }) {
  const { state, label, title, words, iso, body, quote, folded, files, answers, note } = entry;
  return (
    <TimelineStep state={state} stateLabel={label} when={words} dateTime={iso} title={title}>
      {body.length || quote || folded || files.length || answers.length || note ? (
        <>
          {body.map((line) => (
            <p key={line} className="max-w-measure wrap-anywhere">
              {line}
            </p>
          ))}
          {answers.map(({ name, text, dials }) => (
            <p key={name} className="max-w-measure">
              {name}: <FormAnswer text={text} dials={dials} />
            </p>
          ))}
          {quote ? <Quote text={quote} /> : null}
          {files.length ? (
            <ul aria-label="Attachments">
              {files.map(({ name, href }) => (
                <li key={href ?? name}>
                  {href ? (
                    <a
                      className="text-link inline-flex min-h-11 items-center wrap-anywhere"
                      href={href}
                      download={name}
                    >
                      {name}
                    </a>
                  ) : (
                    `${name} (too large to save)`
                  )}
                </li>
              ))}
            </ul>
          ) : null}
          {folded ? (
            <details className="fold">
              <summary>Quoted text</summary>
              <p className="max-w-measure whitespace-pre-line wrap-anywhere">{folded}</p>
            </details>
          ) : null}
          {note ? (
            <Form method="post">
              <input type="hidden" name="deed" value={`said:${note}`} />
              <SubmitButton
                kind="quiet"
                size="small"
                name="do"
                value="take-back"
                busy="Removing..."
                sending={sending}
                aria-label={`Remove the note: ${(quote ?? "").slice(0, 60)}`}
                className="-ml-3.5"
              >
                Remove
              </SubmitButton>
            </Form>
          ) : null}
        </>
      ) : null}
    </TimelineStep>
  );
}

/** A lead's history and plans on one timeline. */
export function LeadStory({ name, story, sending }: { name: string; story: Story; sending: boolean }) {
  const earlier = story.past.slice(0, -SHOWN);
  const recent = story.past.slice(-SHOWN);
  return (
    <>
      <Section title="History" id="story">
        {earlier.length ? (
          <details className="fold mt-3">
            <summary>{earlier.length === 1 ? "1 earlier item" : `${earlier.length} earlier items`}</summary>
            <Timeline label={`Earlier history with ${name}`}>
              {earlier.map((entry) => (
                <Entry key={entry.key} entry={entry} sending={sending} />
              ))}
            </Timeline>
          </details>
        ) : null}
        <div className="mt-6">
          <Timeline label={`History with ${name}`}>
            {recent.map((entry) => (
              <Entry key={entry.key} entry={entry} sending={sending} />
            ))}
          </Timeline>
        </div>
        <p className="mt-6 max-w-measure text-sm text-pencil">
          A click counts only when a person used the page. Email apps that open links automatically don’t
          count. We don’t track opens.
        </p>
      </Section>
    </>
  );
}

/** The next step and its time. */
export function LeadAhead({
  name,
  ahead,
  tasks,
  hint,
  sending,
}: {
  name: string;
  ahead: readonly StoryEntry[];
  /** What the business itself means to do, and when. */
  tasks: readonly {
    readonly id: string;
    readonly text: string;
    readonly iso: string;
    readonly words: string;
  }[];
  hint: string | null;
  sending: boolean;
}) {
  return (
    <Section title="Coming up" id="follow-up">
      {tasks.map(({ id, text, iso, words }) => (
        <p key={id} className="mt-3 wrap-anywhere">
          <a className="text-link" href="#tasks">
            {text}
          </a>
          , <time dateTime={iso}>{words}</time>
        </p>
      ))}
      {ahead.length || tasks.length ? null : <p className="mt-3">Nothing is planned.</p>}
      {hint ? <p className="mt-3 max-w-measure">{hint}</p> : null}
      <div className="mt-6">
        <Timeline label={`Coming up for ${name}`}>
          {ahead.map((entry) => (
            <Entry key={entry.key} entry={entry} sending={sending} />
          ))}
        </Timeline>
      </div>
    </Section>
  );
}
