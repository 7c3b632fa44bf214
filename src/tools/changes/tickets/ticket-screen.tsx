import { Link, useParams } from "react-router";
import { type ShownRecord, useRecord } from "#ground/sync/public.tsx";
import { shotsOf } from "#trade/fieldwork/public.ts";
import {
  Conflicts,
  EntryMarks,
  Photos,
  RefusedChanges,
  sendState,
  Shutter,
  useLabels,
  useOnline,
  useRoll,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { formatAmount } from "#platform/money/money.ts";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { CHANGE, changeOf } from "../rules/change.ts";
import { SignedView } from "./signed-view.tsx";
import { Sign } from "./sign.tsx";
import { describeCopy, type Ticket, TICKET, ticketOf } from "./ticket.ts";
import { TicketDetails, TicketLines } from "./write-ticket.tsx";

/** A ticket: extra work of one day, written and signed on the phone, with or without a signal. */
export default function TicketScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Ticket">
      <Write id={useParams()["ticketId"]!} />
    </ToolPage>
  );
}

function Write({ id }: { id: string }) {
  const { job, people } = useScreen();
  const record = useRecord(TICKET, id);
  const ticket = ticketOf(record?.values ?? {});
  const change = useRecord(CHANGE, ticket.changeId);
  if (record === undefined) return null;
  if (record === null || record.values["removed"] === true)
    return (
      <p>
        {record === null ? "This ticket isn’t on this phone." : "This ticket was deleted."}{" "}
        <Link to={`/account/job/${job}/changes`}>All changes of this job</Link>
      </p>
    );
  const { title } = changeOf(change?.values ?? {});
  const { signed, day } = ticket;
  return (
    <>
      <p className="estimate-head">
        <b>{day ? `Ticket of ${dayWords(Temporal.PlainDate.from(day))}` : "Ticket"}</b>
        <span className="estimate-quiet">
          {signed ? "Signed. " : "Not signed. "}
          <Link className="text-link" to={`/account/job/${job}/changes/${ticket.changeId}`}>
            {title}
          </Link>
        </span>
        <EntryMarks record={record} />
      </p>
      {signed ? null : <Conflicts record={record} people={people} />}
      <RefusedChanges record={record} />
      {signed ? (
        <>
          <SignedTicket record={record} ticket={ticket} />
          <Pictures record={record} isFrozen />
        </>
      ) : (
        <>
          <TicketDetails record={record} ticket={ticket} />
          <TicketLines record={record} ticket={ticket} />
          <Pictures record={record} isFrozen={false} />
          <Sign record={record} ticket={ticket} />
          <Remove record={record} />
        </>
      )}
    </>
  );
}

function SignedTicket({ record, ticket }: { record: ShownRecord; ticket: Ticket }) {
  const { currency } = useLabels();
  const { zone } = useScreen();
  const isOnline = useOnline();
  const copy = describeCopy(ticket);
  return (
    <>
      <SignedView ticket={ticket} zone={zone} money={(cents) => formatAmount(cents, currency)} />
      {copy === null ? null : <p className="mt-4 wrap-anywhere">{copy}</p>}
      {isOnline && sendState(record) === "saved" ? (
        <p className="mt-4">
          <a className="button" data-kind="plain" href={`/account/changes/tickets/${record.id}`}>
            Open the PDF
          </a>
        </p>
      ) : (
        <p className="estimate-quiet">Saved on this phone. Its PDF is here once you have a signal.</p>
      )}
    </>
  );
}

/** Each photo is saved with the ticket at once. */
function Pictures({ record, isFrozen }: { record: ShownRecord; isFrozen: boolean }) {
  const roll = useRoll({ kind: TICKET, onto: record.id, isOne: true, first: () => ({}) });
  const shots = shotsOf(record.values);
  if (isFrozen && shots.length === 0) return null;
  return (
    <div className="mt-6">
      <Photos shots={shots} note={record} label="Photos of this ticket" stay={isFrozen} />
      {isFrozen ? null : <Shutter roll={roll} isBeside />}
    </div>
  );
}

function Remove({ record }: { record: ShownRecord }) {
  const { job, tell } = useScreen();
  const { write, line } = useWrite();
  const set = (removed: boolean) => write({ kind: TICKET, record: record.id, job, sets: { removed } });
  const remove = async () => {
    if (await set(true)) tell.done("Ticket deleted.", () => set(false));
  };
  return (
    <p className="estimate-acts">
      <Button type="button" kind="quiet" onClick={() => void remove()}>
        Delete ticket
      </Button>
      {line}
    </p>
  );
}
