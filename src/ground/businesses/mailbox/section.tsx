import { Form } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { DataList, Section } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import type { SignInView } from "./view.server.ts";

const PAGE = "/account/settings/sending";

/** Connects a mailbox by signing in at its provider, for sending and for replies in one act. */
export function SignInSection({ view, sending }: { view: SignInView; sending: boolean }) {
  const { offers, connected } = view;
  if (connected) return <Connected connected={connected} sending={sending} />;
  if (!offers.length) return null;
  return (
    <Section title="Sign in to your email" id="sign-in">
      <p className="mt-3 max-w-measure">
        Follow-up goes out from your own address, and we read clients’ replies there. You allow it once,
        without giving us a password, and can end it at any time. We don’t mark, move, or save anything except
        replies.
      </p>
      <Offers offers={offers} />
    </Section>
  );
}

/** Links to the providers. */
export function Offers({ offers }: Pick<SignInView, "offers">) {
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {offers.map(({ name, href }) => (
        <LinkButton key={name} kind="plain" href={href} rel="nofollow">
          Connect {name}
        </LinkButton>
      ))}
    </div>
  );
}

function Connected({
  connected: { name, address, uses, problem, checked, href },
  sending,
}: {
  connected: NonNullable<SignInView["connected"]>;
  sending: boolean;
}) {
  return (
    <Section title={`Your email at ${name}`} id="sign-in">
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateMark state={problem ? "stopped" : "done"}>{problem ? "Needs a look" : "Works"}</StateMark>
        {checked ? (
          <span className="text-sm text-pencil">
            last checked <time dateTime={checked.iso}>{checked.words}</time>
          </span>
        ) : null}
      </p>
      {problem ? (
        <>
          <p className="mt-2 max-w-measure">{problem} Nothing is lost. We’ll keep trying.</p>
          {href ? (
            <div className="mt-4">
              <LinkButton href={href} rel="nofollow">
                Connect {name} again
              </LinkButton>
            </div>
          ) : null}
        </>
      ) : null}
      <div className="mt-4">
        <DataList
          items={[
            ["Connected", address],
            ["Sends follow-up", uses.includes("smtp") ? "Yes" : "No, another connection does"],
            ["Reads replies", uses.includes("imap") ? "Yes, every minute" : "No, another connection does"],
          ]}
        />
      </div>
      <Form method="post" action={PAGE} className="mt-4 flex flex-wrap items-start gap-4">
        <input type="hidden" name="connection" value="grant" />
        <SubmitButton kind="plain" size="small" name="do" value="check" busy="Checking..." sending={sending}>
          Check now
        </SubmitButton>
        <Confirm
          label="Disconnect"
          size="small"
          question={`We’ll stop sending as ${address} and reading replies there. Follow-up goes on without it, from our address.`}
        >
          <SubmitButton
            kind="stop"
            size="small"
            name="do"
            value="remove"
            busy="Disconnecting..."
            sending={sending}
          >
            Disconnect {name}
          </SubmitButton>
        </Confirm>
      </Form>
    </Section>
  );
}
