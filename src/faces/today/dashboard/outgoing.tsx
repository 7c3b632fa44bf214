import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import { type State, StateMark } from "#ui/state-mark.tsx";
import type { Today } from "./load.server.ts";

/** A list row: person, message, status and actions. */
function Line({
  name,
  title,
  state,
  words,
  children,
  isLeaving = false,
}: {
  name: string;
  title: string | null;
  state: State;
  words: string;
  children?: React.ReactNode;
  isLeaving?: boolean;
}) {
  return (
    <li className="day-line" data-item="" data-leaving={isLeaving ? "" : undefined} tabIndex={-1}>
      <div>
        <p>
          <b>{name}</b>
          {title ? <span className="text-pencil"> {title}</span> : null}
        </p>
        <StateMark state={state}>{words}</StateMark>
      </div>
      {children}
    </li>
  );
}

/** A one-button form about one person. */
function Tap({
  lead,
  deed,
  name,
  shortcut,
  children,
}: {
  lead: string;
  deed: string;
  name: string;
  shortcut: string;
  children: string;
}) {
  return (
    <Form method="post" action="/account/dashboard" preventScrollReset replace>
      <input type="hidden" name="lead" value={lead} />
      <SubmitButton
        kind="quiet"
        size="small"
        name="do"
        value={deed}
        data-key={shortcut}
        aria-label={`${children}: ${name}`}
      >
        {children}
      </SubmitButton>
    </Form>
  );
}

function More({ shown, count, list }: { shown: number; count: number; list: string }) {
  if (count <= shown) return null;
  return (
    <p className="mt-4">
      <a className="text-link" href={`/account/dashboard?all=${list}#${list}`}>
        Show all {count.toLocaleString("en-US")}
      </a>
    </p>
  );
}

/** Messages going out later today, with a way to hold one or all. */
export function GoingOut({
  ahead,
  count,
  leaving,
}: {
  ahead: Today["ahead"];
  count: number;
  sending: boolean;
  leaving: string;
}) {
  return (
    <Section
      title="Goes out today"
      id="ahead"
      action={
        ahead.some(({ canHold }) => canHold) ? (
          <Form method="post" action="/account/dashboard" preventScrollReset replace>
            <SubmitButton kind="plain" size="small" name="do" value="hold-all">
              Hold all of today
            </SubmitButton>
          </Form>
        ) : undefined
      }
    >
      {ahead.length ? (
        <ul className="day-lines">
          {ahead.map(({ key, leadId, name, title, state, words, canHold, canReply }) => (
            <Line
              key={key}
              name={name}
              title={title}
              state={state}
              words={words}
              isLeaving={leadId === leaving}
            >
              {canReply ? (
                <Tap lead={leadId} deed="replied" name={name} shortcut="r">
                  They replied
                </Tap>
              ) : null}
              {canHold ? (
                <Tap lead={leadId} deed="hold" name={name} shortcut="h">
                  Hold
                </Tap>
              ) : null}
            </Line>
          ))}
        </ul>
      ) : (
        <p className="max-w-measure">
          Nothing else goes out today. Each morning you’ll see what’s going out, and you can hold it.
        </p>
      )}
      <More shown={ahead.length} count={count} list="ahead" />
    </Section>
  );
}

/** People whose follow-up the business has put on hold. */
export function OnHold({ held, count }: { held: Today["held"]; count: number; sending: boolean }) {
  if (!held.length) return null;
  return (
    <Section title="On hold" id="held">
      <ul className="day-lines">
        {held.map(({ leadId, name, title, since }) => (
          <Line key={leadId} name={name} title={title} state="stopped" words={`on hold since ${since.words}`}>
            <Tap lead={leadId} deed="go-on" name={name} shortcut="h">
              Resume
            </Tap>
          </Line>
        ))}
      </ul>
      <More shown={held.length} count={count} list="ahead" />
    </Section>
  );
}

/** Messages that were due today: sent, or not sent and why. */
export function AlreadyOut({ out, count }: { out: Today["out"]; count: number }) {
  if (!out.length) return null;
  return (
    <Section title="Already out today" id="out">
      <ul className="day-lines">
        {out.map(({ key, leadId, name, title, state, words, isUnsure }) => (
          <Line key={key} name={name} title={title} state={state} words={words}>
            {isUnsure && leadId ? (
              <a
                className="text-link"
                href={`/account/leads/${leadId}#unsure`}
                aria-label={`Send again? ${name}`}
              >
                Send again?
              </a>
            ) : null}
          </Line>
        ))}
      </ul>
      <More shown={out.length} count={count} list="out" />
    </Section>
  );
}
