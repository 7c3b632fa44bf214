import { Form } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Panel } from "#ui/layout.tsx";

export interface NextStep {
  readonly play: string;
  readonly name: string;
  readonly does: string;
}

/** After a person was added by hand: follow-ups that start with one tap, if the business may follow up. */
export function JustAdded({
  id,
  next,
  sending,
}: {
  id: string;
  next: readonly NextStep[];
  sending: boolean;
}) {
  return (
    <Panel className="mb-8">
      <p className="font-bold" role="status" tabIndex={-1} autoFocus>
        Saved. {next.length ? "Want to start a follow-up right away?" : "No automatic messages go to them."}
      </p>
      {next.map(({ play, name, does }) => (
        <Form key={play} method="post" action={`/account/sequences/start?play=${play}`} className="mt-4">
          <input type="hidden" name="lead" value={id} />
          <SubmitButton name="do" value="start" busy="Starting..." sending={sending}>
            Start “{name}”
          </SubmitButton>
          <p className="mt-1 text-sm text-pencil">{does}</p>
        </Form>
      ))}
      <p className="mt-4">
        <LinkButton kind="quiet" size="small" href="/account/leads/new">
          Add another person
        </LinkButton>
      </p>
    </Panel>
  );
}
