import { Form } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { Leaving } from "./countdown.tsx";
import type { Entry } from "./thread.server.ts";

const WHO = { them: "They", us: "You", "follow-up": "Follow-up", note: "" } as const;
const VIA = { mail: "by email", text: "by text", owner: "", page: "on your page" } as const;

/** All messages between two people on one timeline, newest last. Their messages are shown as plain text. */
export function Conversation({
  name,
  entries,
  sending,
}: {
  name: string;
  entries: readonly Entry[];
  sending: boolean;
}) {
  return (
    <Timeline label={`Conversation with ${name}`}>
      {entries.map((entry) => (
        <TimelineStep
          key={entry.key}
          state={entry.state}
          stateLabel={
            entry.undo && entry.label === "sending in a moment" ? (
              <Leaving until={entry.undo.until} />
            ) : (
              entry.label
            )
          }
          when={entry.words}
          dateTime={entry.iso}
          title={titleOf(entry, name)}
        >
          <Words entry={entry} />
          <Files files={entry.files} />
          {entry.explanation ? <p className="mt-1">{entry.explanation}</p> : null}
          {entry.undo ? <TakeBack entry={entry} answerId={entry.undo.answerId} sending={sending} /> : null}
        </TimelineStep>
      ))}
    </Timeline>
  );
}

function titleOf({ who, via, title }: Entry, name: string) {
  if (who === "note") return title;
  const from = who === "them" ? name : WHO[who];
  const how = via ? VIA[via] : "";
  return (
    <span className="wrap-anywhere">
      {from}
      {how ? `, ${how}` : ""}
      {via === "mail" ? `: ${title}` : ""}
    </span>
  );
}

/** Attachments of a reply, as downloads. Never shown inline, because they may be anything. */
function Files({ files }: { files: Entry["files"] }) {
  if (!files.length) return null;
  return (
    <ul aria-label="Attachments" className="mt-2">
      {files.map(({ name, about, href }) => (
        <li key={href ?? name} className="flex flex-wrap items-baseline gap-x-3">
          {href ? (
            <a
              className="text-link inline-flex min-h-11 items-center wrap-anywhere"
              href={href}
              download={name}
            >
              {name}
            </a>
          ) : (
            <span className="wrap-anywhere">{name}</span>
          )}
          <span className="text-sm text-pencil">{about}</span>
        </li>
      ))}
    </ul>
  );
}

function Words({ entry: { who, body, tail, key } }: { entry: Entry }) {
  // Follow-ups and notes are folded, because the business wrote them; the page is for what people wrote.
  if (who === "follow-up" || who === "note")
    return body ? (
      <details className="fold">
        <summary>Read it</summary>
        <p className="max-w-measure whitespace-pre-line wrap-anywhere">{body}</p>
      </details>
    ) : null;
  return (
    <>
      {body ? (
        <p className="mt-1 max-w-measure text-base whitespace-pre-line text-ink wrap-anywhere">{body}</p>
      ) : null}
      {tail ? (
        <details className="fold" id={`tail-${key}`}>
          <summary>Quoted text</summary>
          <p className="max-w-measure whitespace-pre-line wrap-anywhere">{tail}</p>
        </details>
      ) : null}
    </>
  );
}

function TakeBack({ entry, answerId, sending }: { entry: Entry; answerId: string; sending: boolean }) {
  return (
    <Form method="post" preventScrollReset className="mt-2 flex flex-wrap items-center gap-3">
      <input type="hidden" name="answer" value={answerId} />
      {entry.byHand ? (
        <>
          <LinkButton size="small" href={entry.byHand.link}>
            {entry.via === "text" ? "Open in messages" : "Open in email"}
          </LinkButton>
          <SubmitButton
            kind="plain"
            size="small"
            name="do"
            value={entry.via === "text" ? "sent-text" : "sent-mail"}
            busy="Saving..."
            sending={sending}
          >
            I sent it
          </SubmitButton>
        </>
      ) : null}
      <SubmitButton kind="plain" size="small" name="do" value="take-back" busy="Undoing..." sending={sending}>
        {entry.byHand ? "Undo" : "Undo"}
      </SubmitButton>
    </Form>
  );
}
