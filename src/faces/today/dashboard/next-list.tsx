import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { Section } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import type { NextPerson } from "./next-people.ts";

const KINDS = { reply: "Reply", call: "Call", fresh: "New", warm: "Interested" } as const;

/** People to call or answer, the most useful first and largest. */
export function Next({
  next,
  more,
  leaving,
  hasLeads,
}: {
  next: readonly NextPerson[];
  more: boolean;
  leaving: string;
  hasLeads: boolean;
}) {
  const list = useRef<HTMLOListElement>(null);
  useFocusAfterLeaving(list, next);
  return (
    <Section title="Waiting on you" id="next">
      {next.length ? (
        <ol className="day-list" ref={list}>
          {next.map((person, at) => (
            <Person
              key={`${person.kind}-${person.leadId}`}
              person={person}
              isFirst={at === 0}
              isLeaving={person.leadId === leaving}
            />
          ))}
        </ol>
      ) : (
        <NobodyWaits hasLeads={hasLeads} />
      )}
      {more ? (
        <p className="mt-4">
          <a className="text-link" href="/account/dashboard?all=next#next">
            Show everyone
          </a>
        </p>
      ) : null}
    </Section>
  );
}

function Person({
  person,
  isFirst,
  isLeaving,
}: {
  person: NextPerson;
  isFirst: boolean;
  isLeaving: boolean;
}) {
  const { leadId, name, email, phone, mayText, why, wrote, subject, say, call, kind } = person;
  const id = `next-${leadId}`;
  return (
    <li
      className="day-item"
      data-item=""
      data-first={isFirst ? "" : undefined}
      data-leaving={isLeaving ? "" : undefined}
      tabIndex={-1}
      aria-labelledby={id}
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="label">{KINDS[kind]}</span>
        <a id={id} className="day-name" href={`/account/leads/${leadId}`} data-key="Enter">
          {name}
        </a>
      </p>
      <p className="mt-1 max-w-measure">{why}</p>
      {wrote ? (
        <blockquote className="day-quote" dir="auto">
          {subject && kind === "reply" ? <b className="block">{subject}</b> : null}
          {wrote}
        </blockquote>
      ) : null}
      {say ? (
        <details className="fold" open={isFirst && kind !== "reply"}>
          <summary>What to say</summary>
          <p className="max-w-measure whitespace-pre-line">{say}</p>
        </details>
      ) : null}
      <div className="day-actions">
        {kind === "reply" ? (
          <LinkButton
            size="small"
            kind={isFirst ? "signal" : "chalk"}
            href={answerLink(person)}
            data-key="r"
            aria-label={`Reply to ${name}`}
          >
            <Icon name="mail" />
            Reply
          </LinkButton>
        ) : null}
        {phone ? (
          <LinkButton
            size="small"
            kind={kind === "reply" ? "plain" : isFirst ? "signal" : "chalk"}
            href={`tel:${phone}`}
            data-key="c"
            aria-label={`Call ${name}`}
          >
            <Icon name="phone" />
            Call
          </LinkButton>
        ) : null}
        {phone && mayText ? (
          <LinkButton
            size="small"
            kind="plain"
            href={`sms:${phone}`}
            data-key="t"
            aria-label={`Text ${name}`}
          >
            <Icon name="message" />
            Text
          </LinkButton>
        ) : null}
        {kind !== "reply" && !phone && email ? (
          <LinkButton
            size="small"
            kind={isFirst ? "signal" : "chalk"}
            href={`mailto:${email}`}
            data-key="r"
            aria-label={`Write to ${name}`}
          >
            <Icon name="mail" />
            Write
          </LinkButton>
        ) : null}
      </div>
      <Form method="post" action="/account/dashboard" preventScrollReset replace className="day-deeds">
        <input type="hidden" name="lead" value={leadId} />
        {kind === "reply" ? (
          <Deed value="settled" name={name} shortcut="x">
            Replied
          </Deed>
        ) : null}
        {call ? (
          <>
            <input type="hidden" name="enrolment" value={call.enrolmentId} />
            <input type="hidden" name="step" value={call.step} />
            <Deed value="called" name={name}>
              We talked
            </Deed>
            <Deed value="no-answer" name={name}>
              No answer
            </Deed>
          </>
        ) : null}
        <Deed value="won" name={name} shortcut="w">
          Won
        </Deed>
        <Deed value="lost" name={name} shortcut="l">
          Lost
        </Deed>
        <Deed value="later" name={name} shortcut="e">
          Later
        </Deed>
      </Form>
    </li>
  );
}

/** A button that records the outcome with a person. */
function Deed({
  value,
  name,
  shortcut,
  children,
}: {
  value: string;
  name: string;
  shortcut?: string;
  children: string;
}) {
  return (
    <SubmitButton
      kind="quiet"
      size="small"
      name="do"
      value={value}
      data-key={shortcut}
      aria-label={`${children}: ${name}`}
    >
      {children}
    </SubmitButton>
  );
}

/** The page to answer a person on. */
const answerLink = ({ leadId }: NextPerson) => `/account/inbox/${leadId}`;

function NobodyWaits({ hasLeads }: { hasLeads: boolean }) {
  return (
    <div className="day-calm">
      <p className="max-w-measure">
        {hasLeads
          ? "Nobody is waiting for a reply or a call. People who reply, ask for a call, or leave a number show up here first."
          : "Nothing here yet. People who reply, need a call, or leave a number show up here first."}
      </p>
      {hasLeads ? null : (
        <figure className="mt-5 border-l-2 border-dashed border-edge pl-5">
          <figcaption className="label">What it will look like</figcaption>
          <p className="mt-2 text-lg font-bold">Rosa Delgado</p>
          <p>Replied 12 minutes ago. Her follow-up stopped. It’s your turn.</p>
          <p className="day-quote">“Could you come by on Thursday and look at the porch?”</p>
          <p className="mt-2">
            <StateMark state="now">
              Reply, call, or text with one tap, then mark it won, lost, or later
            </StateMark>
          </p>
        </figure>
      )}
    </div>
  );
}

/**
 * When a person leaves the list, moves the keyboard focus to the next one instead of the top of the page.
 */
function useFocusAfterLeaving(list: React.RefObject<HTMLOListElement | null>, next: readonly NextPerson[]) {
  const stood = useRef<{ at: number; lead: string }>(undefined);
  useEffect(() => {
    const note = () => {
      const items = [...(list.current?.children ?? [])];
      const at = items.findIndex((item) => item.contains(document.activeElement));
      stood.current = at < 0 ? undefined : { at, lead: next[at]?.leadId ?? "" };
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [list, next]);
  useEffect(() => {
    const before = stood.current;
    // Leave the focus alone if it has moved elsewhere.
    if (
      !before ||
      document.activeElement !== document.body ||
      next.some(({ leadId }) => leadId === before.lead)
    )
      return;
    const items = list.current?.children;
    const item = items?.[Math.min(before.at, items.length - 1)];
    if (item instanceof HTMLElement) item.focus({ preventScroll: false });
    stood.current = undefined;
  }, [list, next]);
}
