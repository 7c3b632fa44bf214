import { Form } from "react-router";
import type { Moment } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { type Choice, Select } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";

export interface ShownEntry {
  readonly email: string;
  readonly source: string;
  readonly list: string;
  readonly heldBecause: string | null;
  readonly joined: Moment;
  readonly standing:
    | {
        readonly tool: string;
        readonly name: string;
        readonly state: "open" | "accepted" | "expired";
        readonly invitedAt: Moment;
      }
    | undefined;
}

const MARKS = { open: "now", accepted: "done", expired: "unsent" } as const;
const WORDS = { open: "Invited", accepted: "Joined", expired: "Expired" } as const;

function Status({
  entry: { email, standing, heldBecause },
  sending,
}: {
  entry: ShownEntry;
  sending: boolean;
}) {
  if (!standing)
    return heldBecause ? (
      <StateMark state="stopped">Held: {heldBecause}</StateMark>
    ) : (
      <StateMark state="waiting">Waiting</StateMark>
    );
  return (
    <span className="grid justify-items-start">
      <StateMark state={MARKS[standing.state]}>
        {WORDS[standing.state]}: {standing.name}
      </StateMark>
      <time className="text-sm text-pencil" dateTime={standing.invitedAt.iso}>
        invited {standing.invitedAt.words}
      </time>
      {standing.state === "accepted" ? null : (
        <SubmitButton
          form="again"
          name="intent"
          value={`again ${standing.tool} ${email}`}
          kind="plain"
          size="small"
          className="mt-2"
          sending={sending}
          aria-label={`Send again to ${email}`}
        >
          Send again
        </SubmitButton>
      )}
    </span>
  );
}

/**
 * Waitlist entries to select and invite. Sending again is a form of its own: the Enter key must never send
 * an email.
 */
export function WaitlistTable({
  entries,
  tools,
  errors,
  sending,
}: {
  entries: readonly ShownEntry[];
  tools: readonly Choice[];
  errors: Readonly<Record<string, string | undefined>>;
  sending: boolean;
}) {
  return (
    <>
      <Form method="post" id="again" />
      <Form method="post">
        <Table
          caption="People on the waitlist, newest first"
          rows={entries}
          rowKey={(entry) => `${entry.source} ${entry.email}`}
          columns={[
            {
              label: "Address",
              cell: (entry) =>
                entry.standing ? (
                  <span className="block py-2.5 wrap-anywhere">{entry.email}</span>
                ) : (
                  <span className="choice">
                    <input
                      type="checkbox"
                      name="place"
                      value={`${entry.source} ${entry.email}`}
                      id={`place-${entry.source}-${entry.email}`}
                    />
                    <label className="wrap-anywhere" htmlFor={`place-${entry.source}-${entry.email}`}>
                      {entry.email}
                    </label>
                  </span>
                ),
            },
            { label: "List", cell: (entry) => entry.list },
            {
              label: "Joined",
              cell: (entry) => (
                <time className="sm:whitespace-nowrap" dateTime={entry.joined.iso}>
                  {entry.joined.words}
                </time>
              ),
            },
            { label: "Status", cell: (entry) => <Status entry={entry} sending={sending} /> },
          ]}
        />
        <div className="form mt-6 max-w-narrow">
          <Select
            name="chosenTool"
            label="Tool for people on the general list"
            unmarked
            placeholder="Choose one"
            options={tools}
            error={errors["chosenTool"]}
          />
          <StatusLine kind="error">{errors["chosen"]}</StatusLine>
          <SubmitButton kind="plain" name="intent" value="chosen" busy="Inviting..." sending={sending}>
            Invite selected
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}
