import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { NO_ANSWER } from "#trade/leads/public.tsx";
import type { FormFailure } from "#platform/http/answers.server.ts";
import { Button, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field, RadioGroup, TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Leaving } from "./countdown.tsx";
import { ANSWER_LIMITS, HELD_SECONDS } from "./limits.ts";
import type { ShownThread } from "./thread-view.server.ts";
import { saveTyped, type Typed, useTyped } from "./draft.ts";

type Via = "mail" | "text";

/**
 * Where an answer is written: channel, drafts to begin from, and the text, which this tab saves until it
 * is sent.
 */
export function Composer({
  thread,
  refused,
  said,
  sending,
}: {
  thread: ShownThread;
  refused: FormFailure<{ via: string; subject: string; body: string }> | undefined;
  /** What was just done with a reply; `isHeld` while it can be undone. */
  said: { readonly words: string; readonly isHeld?: true } | undefined;
  sending: boolean;
}) {
  const { id: leadId, ways } = thread;
  const kept = useTyped(leadId);
  // A sent answer is in the conversation and an undone one is on the server: the box is for the next one.
  const isOver =
    kept !== null && (kept.id === thread.takenBack || thread.entries.some(({ key }) => key === kept.id));
  useEffect(() => {
    if (isOver) saveTyped(leadId, null);
  }, [isOver, leadId]);
  const typed = isOver ? null : kept;
  /** The text that a draft replaced, and the draft's id. */
  const [before, setBefore] = useState<{ readonly id: string; readonly body: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // Without script, rejected input comes back with the page; with script, this tab has saved it.
  const given = refused?.values;
  const wished = typed?.via ?? (isVia(given?.via) ? given.via : thread.via);
  const via: Via = ways[wished].refusal === null ? wished : thread.via;
  const id = typed?.id ?? thread.newId;
  const subject = typed?.subject ?? (given?.subject || thread.subject);
  const body = typed?.body ?? (given?.body || thread.body);

  /** The answer being sent, which can still be undone right here. */
  const held = thread.entries.findLast(({ undo, moving }) => undo !== null && moving);
  const isHeld = held !== undefined;

  if (!thread.canAnswer) return <NoWay thread={thread} />;

  const type = (more: Partial<Typed>) => saveTyped(leadId, { id, via, subject, body, ...more });
  const begin = (draft: string) => {
    if (body.trim() && body !== draft) setBefore({ id, body });
    type({ body: draft });
    form.current?.querySelector("textarea")?.focus();
  };
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    form.current?.querySelector<HTMLButtonElement>('button[value="answer"]')?.click();
  };
  const errors = refused?.errors ?? {};
  const both = ways.mail.refusal === null && ways.text.refusal === null;
  const other: Via = via === "mail" ? "text" : "mail";
  const limit = ANSWER_LIMITS[via];
  return (
    <>
      <Drafts thread={thread} via={via} begin={begin} />
      <Form method="post" preventScrollReset className="form mt-6" ref={form}>
        <input type="hidden" name="id" value={id} />
        {both ? (
          <RadioGroupOf
            via={via}
            email={thread.email ?? ""}
            phone={thread.phoneWords}
            choose={(chosen) => type({ via: chosen })}
          />
        ) : (
          <>
            <input type="hidden" name="via" value={via} />
            <p className="text-sm text-pencil">
              {via === "mail"
                ? `Goes by email to ${thread.email}.`
                : `Goes as a text to ${thread.phoneWords}.`}{" "}
              {NOT_BY[other]}: {ways[other].refusal}.
            </p>
          </>
        )}
        {via === "mail" ? (
          <Field
            name="subject"
            label="Subject"
            unmarked
            value={subject}
            maxLength={ANSWER_LIMITS.subject}
            error={errors["subject"]}
            onChange={(event) => type({ subject: event.target.value })}
          />
        ) : null}
        <div>
          <TextArea
            name="body"
            label="Your reply"
            rows={5}
            unmarked
            required
            value={body}
            error={errors["body"]}
            hint={
              via === "text" && ways.text.waitsFor
                ? `It’s late where they are, so it waits until ${ways.text.waitsFor}.`
                : undefined
            }
            onKeyDown={sendByKeys}
            onChange={(event) => type({ body: event.target.value })}
          />
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-pencil">
            {body.length > limit * 0.8 ? (
              <span data-figures="">
                {body.length.toLocaleString("en")} of {limit.toLocaleString("en")} characters
              </span>
            ) : null}
            {typed?.body.trim() ? <span>Saved in this browser tab until you send it.</span> : null}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton kind="signal" name="do" value="answer" busy="Sending..." sending={sending}>
            {via === "mail" ? "Send email" : "Send text"}
          </SubmitButton>
          {before?.id !== id ? null : (
            <Button
              kind="quiet"
              size="small"
              onClick={() => {
                type({ body: before.body });
                setBefore(null);
              }}
            >
              Restore my reply
            </Button>
          )}
        </div>
        <StatusLine kind={refused?.message ? "error" : "done"}>
          {refused ? refused.message : isHeld || !said?.isHeld ? said?.words : ""}
        </StatusLine>
        {isHeld ? null : <p className="text-sm text-pencil">You’ll have {HELD_SECONDS} seconds to undo.</p>}
      </Form>
      {held?.undo ? (
        <Form method="post" preventScrollReset className="mt-3 flex flex-wrap items-center gap-4">
          <input type="hidden" name="answer" value={held.undo.answerId} />
          <StateMark state="now">
            <Leaving until={held.undo.until} />
          </StateMark>
          <SubmitButton
            kind="plain"
            size="small"
            name="do"
            value="take-back"
            busy="Undoing..."
            sending={sending}
            aria-label="Undo: cancel your reply"
          >
            Undo
          </SubmitButton>
        </Form>
      ) : null}
    </>
  );
}

const NOT_BY: Readonly<Record<Via, string>> = { mail: "Can’t email", text: "Can’t text" };
const isVia = (text: string | undefined): text is Via => text === "mail" || text === "text";

function RadioGroupOf({
  via,
  email,
  phone,
  choose,
}: {
  via: Via;
  email: string;
  phone: string | null;
  choose: (via: Via) => void;
}) {
  return (
    <div
      onChange={(event) => {
        const { name, value } = event.target as HTMLInputElement;
        if (name === "via" && isVia(value)) choose(value);
      }}
    >
      <RadioGroup
        name="via"
        label="Send by"
        key={via}
        defaultValue={via}
        options={[
          { value: "mail", label: `Email to ${email}` },
          { value: "text", label: `Text to ${phone}` },
        ]}
      />
    </div>
  );
}

/** Two or three drafts in the business's voice. None is sent by itself; each should be edited first. */
function Drafts({ thread, via, begin }: { thread: ShownThread; via: Via; begin: (draft: string) => void }) {
  if (!thread.kind) return null;
  return (
    <div>
      <p className="label">{thread.kind}</p>
      <p className="mt-1 text-sm text-pencil">
        Start from a draft and make it yours. Nothing is sent until you send it.
      </p>
      <ul className="mt-3 grid gap-2">
        {thread.drafts[via].map(({ id, label, body }) => (
          <li key={id}>
            <details className="fold">
              <summary>{label}</summary>
              <p className="max-w-measure whitespace-pre-line wrap-anywhere">{body}</p>
              <LinkButton
                kind="plain"
                size="small"
                className="mt-3"
                href={`/account/inbox/${thread.id}?draft=${id}&via=${via}#answer`}
                aria-label={`Use this draft: ${label}`}
                onClick={(event) => {
                  event.preventDefault();
                  begin(body);
                }}
              >
                Use this draft
              </LinkButton>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why there is no box to write in, and what to do instead. */
function NoWay({ thread: { hasWritten, none, ways, phone, phoneWords, email } }: { thread: ShownThread }) {
  if (none) return <p className="max-w-measure">{none}</p>;
  if (!hasWritten && ways.mail.refusal === NO_ANSWER.notWritten)
    return (
      <p className="max-w-measure">
        They haven’t written yet. When they reply to your email or text, you can reply here. Until then,{" "}
        {phone ? (
          <a className="text-link" href={`tel:${phone}`}>
            call them
          </a>
        ) : (
          "your follow-up is working for you"
        )}
        .
      </p>
    );
  return (
    <div className="max-w-measure">
      <p>You can’t reply from here.</p>
      <ul className="mt-2 list-disc pl-5">
        <li>
          Can’t email {email}: {ways.mail.refusal}.
        </li>
        <li>Can’t text: {ways.text.refusal}.</li>
      </ul>
      {phone ? (
        <p className="mt-4">
          <LinkButton kind="plain" href={`tel:${phone}`}>
            Call {phoneWords}
          </LinkButton>
        </p>
      ) : null}
    </div>
  );
}
