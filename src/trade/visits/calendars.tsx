import { Form } from "react-router";
import { CopyButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import type { ShownCalendar } from "./calendars.server.ts";

/** The business's other calendars: clients can't book while they are busy. */
export function CalendarsSection({
  calendars,
  refused,
  isSaved,
  sending,
}: {
  calendars: readonly ShownCalendar[];
  refused:
    | {
        readonly values: Readonly<Record<string, string>>;
        readonly errors: Readonly<Record<string, string>>;
        readonly message: string | null;
      }
    | undefined;
  isSaved: boolean;
  sending: boolean;
}) {
  return (
    <Section title="Your other calendars" id="calendars">
      <p className="max-w-measure">
        Clients can’t book when one of these is busy. We read them every 15 minutes, and only when they are
        busy, not what is in them.
      </p>
      {calendars.length > 0 ? (
        <ul className="day-lines mt-4">
          {calendars.map(({ id, name, events, problem, read }) => (
            <li key={id} className="day-line">
              <div>
                <p>
                  <b>{name}</b>, {events.toLocaleString("en-US")} {events === 1 ? "event" : "events"}
                </p>
                <p className={problem ? "text-brick" : "text-pencil"}>
                  {problem ? `${problem} We use what it said ${read}.` : `Read ${read}`}
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <SubmitButton
                  kind="plain"
                  size="small"
                  name="do"
                  value="calendar-remove"
                  busy="Removing..."
                  aria-label={`Remove ${name}`}
                >
                  Remove
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      <Form method="post" className="form mt-4">
        <Field
          name="calendar"
          label="What you call it"
          maxLength={60}
          defaultValue={refused?.values["calendar"]}
        />
        <Field
          name="address"
          label="The calendar’s secret address (.ics)"
          required
          autoComplete="off"
          hint="In Google Calendar: Settings, your calendar, “Secret address in iCal format”. In Outlook: Settings, Shared calendars, Publish. On iCloud: share it as a public calendar."
          defaultValue={refused?.values["address"]}
          error={refused?.errors["address"]}
        />
        <SubmitButton kind="plain" name="do" value="calendar-add" busy="Reading it..." sending={sending}>
          Add calendar
        </SubmitButton>
        <StatusLine kind={refused ? "error" : "done"}>
          {refused ? refused.message : isSaved ? "Saved." : null}
        </StatusLine>
      </Form>
    </Section>
  );
}

/** The business's visits as a calendar to subscribe to. */
export function FeedSection({ feed, isRenewed }: { feed: string; isRenewed: boolean }) {
  return (
    <Section title="Your visits in your calendar" id="feed">
      <p className="max-w-measure">
        Subscribe to this address in Google, Apple or Outlook, and your visits show there. Anyone who has the
        address can see them, so keep it to yourself.
      </p>
      <p className="mt-3 wrap-anywhere" id="visits-feed">
        {feed}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton target="visits-feed">Copy the address</CopyButton>
        <Form method="post">
          <SubmitButton kind="quiet" name="do" value="feed-renew" busy="Changing...">
            Make a new address
          </SubmitButton>
        </Form>
      </div>
      <StatusLine kind="done">
        {isRenewed ? "Changed. The old address stopped working. Subscribe to the new one." : null}
      </StatusLine>
    </Section>
  );
}
