import { Link, useNavigate } from "react-router";
import { newLocalId, useRecord, useRecords } from "#ground/sync/public.tsx";
import { EntryMarks, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { jobOf } from "#trade/jobs/public.tsx";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { describeTicket, TICKET, ticketOf } from "./ticket.ts";

/** The tickets of a change on this device, and a button for the next. */
export function Tickets({ change, mayAdd }: { change: string; mayAdd: boolean }) {
  const { job, zone } = useScreen();
  const navigate = useNavigate();
  const { write, line } = useWrite();
  const lead = jobOf(job, useRecord("jobs.job", job)?.values ?? {}).leadId;
  const tickets = (useRecords(TICKET, job) ?? [])
    .map((record) => ({ record, ticket: ticketOf(record.values) }))
    .filter(({ record, ticket }) => ticket.changeId === change && record.values["removed"] !== true)
    .toSorted((one, other) => (one.ticket.day < other.ticket.day ? -1 : 1));
  if (!mayAdd && tickets.length === 0) return null;
  const start = async () => {
    const record = newLocalId();
    const day = Temporal.Now.plainDateISO(zone).toString();
    const sets = { change, day, ...(lead ? { leadId: lead } : {}) };
    if (await write({ kind: TICKET, record, job, sets }))
      await navigate(`/account/job/${job}/changes/tickets/${record}`);
  };
  return (
    <section aria-label="Tickets" className="mt-8">
      <h2 className="text-2xl">Tickets</h2>
      <p className="estimate-quiet">
        The extra work of one day, by hours and materials, signed right here by your client.
      </p>
      <ul className="estimate-list mt-2">
        {tickets.map(({ record, ticket }) => (
          <li key={record.id}>
            <Link className="estimate-list-row" to={`/account/job/${job}/changes/tickets/${record.id}`}>
              <span>
                <b>{ticket.day ? dayWords(Temporal.PlainDate.from(ticket.day)) : "Ticket"}</b>
                <span className="estimate-quiet">{describeTicket(ticket)}</span>
              </span>
            </Link>
            <EntryMarks record={record} />
          </li>
        ))}
      </ul>
      {mayAdd ? (
        <Button type="button" kind="plain" onClick={() => void start()}>
          New ticket
        </Button>
      ) : null}
      {line}
    </section>
  );
}
