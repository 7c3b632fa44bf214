import { useState } from "react";
import { Link } from "react-router";
import { type ShownRecord, useRecords } from "#ground/sync/public.tsx";
import { firstWritten, shotsOf } from "#trade/fieldwork/public.ts";
import { type Done, EntryMarks, formatPerson, useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { describeRequestAnswer, formatCost, REQUEST, requestOf } from "./request.ts";
import { RequestForm } from "./form.tsx";

/** The job's requests on this device, the newest first; undefined until loaded. */
function useRequests() {
  const { job } = useScreen();
  return useRecords(REQUEST, job)
    ?.filter(({ values }) => values["removed"] !== true)
    .toReversed();
}

function RequestList({ records }: { records: readonly ShownRecord[] }) {
  const { job, people, isOwnBusiness } = useScreen();
  const { currency } = useLabels();
  return (
    <ul className="estimate-list">
      {records.map((record) => {
        const { title, cents, answer } = requestOf(record.values);
        const author = firstWritten(record.fields)?.author ?? null;
        const photos = shotsOf(record.values).length;
        return (
          <li key={record.id}>
            <Link className="estimate-list-row" to={`/account/job/${job}/changes/requests/${record.id}`}>
              <span>
                <b>{title}</b>
                <span className="estimate-quiet">
                  {[
                    describeRequestAnswer(answer),
                    isOwnBusiness && author !== null ? `from ${formatPerson(people, author)}` : "",
                    photos === 0 ? "" : photos === 1 ? "1 photo" : `${photos} photos`,
                  ]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>
              <span className="estimate-amount">{formatCost(cents, currency)}</span>
            </Link>
            <EntryMarks record={record} />
          </li>
        );
      })}
    </ul>
  );
}

/** What a guest of the job asked for, and a form for the next. Nobody sees what others asked for. */
export function OwnRequests() {
  const { tell } = useScreen();
  const [isOpen, setOpen] = useState(false);
  const records = useRequests();
  const done: Done = (notice) => {
    setOpen(false);
    if (notice) tell.done(notice);
  };
  return (
    <>
      {isOpen ? (
        <RequestForm done={done} />
      ) : (
        <>
          <p className="mb-4 max-w-measure">
            Were you asked for work that isn’t in your contract? Send it with your price and photos. Only the
            people who run this job see it.
          </p>
          <Button type="button" kind="signal" wide onClick={() => setOpen(true)}>
            New request
          </Button>
        </>
      )}
      {records && records.length > 0 ? (
        <section aria-label="Your requests" className="mt-8">
          <h2 className="text-2xl">Your requests</h2>
          <RequestList records={records} />
        </section>
      ) : null}
    </>
  );
}

/** What guests of the job ask for, to owners and managers; nothing without any. */
export function GuestRequests() {
  const records = useRequests() ?? [];
  const waiting = records.filter(({ values }) => requestOf(values).answer === null);
  const answered = records.filter(({ values }) => requestOf(values).answer !== null);
  if (records.length === 0) return null;
  return (
    <section aria-label="Requests from subs" className="mt-8">
      <h2 className="text-2xl">Requests from subs</h2>
      <RequestList records={waiting} />
      {answered.length > 0 ? (
        <details className="fold">
          <summary>Answered requests</summary>
          <RequestList records={answered} />
        </details>
      ) : null}
    </section>
  );
}
