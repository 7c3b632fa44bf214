import { Form } from "react-router";
import type { Moment } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { DataList } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { LocalTime } from "../session/local-time.tsx";

interface YourEmailProps {
  readonly email: string;
  readonly verified: boolean;
  /** Requested and unconfirmed. */
  readonly pending: { readonly email: string; readonly until: Moment } | null;
  /** Where to find emails when no mail server is configured. */
  readonly place: string | null;
  readonly pressed: FormDataEntryValue | null | undefined;
}

/** The person's address, its state, and the actions on it. */
export function YourEmail({ email, verified, pending, place, pressed }: YourEmailProps) {
  return (
    <>
      <DataList
        items={[
          ["Email", email],
          ["Status", <State key="state" verified={verified} />],
          ...(pending ? [["Changes to", <Pending key="pending" {...pending} />] as const] : []),
        ]}
      />
      {place ? <p className="mt-4 max-w-measure wrap-anywhere">{place}</p> : null}
      <div className="mt-5 flex flex-wrap gap-3">
        {verified ? null : (
          <Quick intent="resend" label="Send the link again" busy="Sending..." pressed={pressed} />
        )}
        {pending ? (
          <Quick intent="keep-email" label="Cancel the change" busy="Canceling..." pressed={pressed} />
        ) : null}
        <LinkButton kind="plain" href="/account/settings/you/email">
          Change email
        </LinkButton>
      </div>
    </>
  );
}

function State({ verified }: { verified: boolean }) {
  return verified ? (
    <StateMark state="done">Verified</StateMark>
  ) : (
    <StateMark state="waiting">Not verified yet. Open the link we emailed you.</StateMark>
  );
}

function Pending({ email, until }: { email: string; until: Moment }) {
  return (
    <>
      {email}
      <span className="block text-sm text-pencil">
        once you open the link we sent there, by <LocalTime {...until} />
      </span>
    </>
  );
}

function Quick({
  intent,
  label,
  busy,
  pressed,
}: {
  intent: string;
  label: string;
  busy: string;
  pressed: YourEmailProps["pressed"];
}) {
  return (
    <Form method="post" action="/account/settings/you">
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton kind="plain" busy={busy} sending={pressed === intent}>
        {label}
      </SubmitButton>
    </Form>
  );
}
