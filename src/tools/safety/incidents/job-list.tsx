import { Link, useSearchParams } from "react-router";
import { type ShownRecord, useRecords, useStore, waitingUnsigned } from "#ground/sync/public.tsx";
import {
  EntryItem,
  EntryMarks,
  Photos,
  RefusedChanges,
  useLabels,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { shotsOf } from "#trade/fieldwork/public.ts";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { incidentsPath, injuryPath } from "./paths.ts";
import { SafetyWays } from "../ways.tsx";
import { INJURY, injuryOf } from "./stored/injury.ts";
import { NEAR_MISS, nearMissOf } from "./stored/near-miss.ts";
import { NotForGuests } from "./intake/not-for-guests.tsx";

/** The incidents of a job: near misses for everybody of the business, injuries for those who read them. */
export default function Incidents({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Incidents">
      <SafetyWays here="incidents" />
      <NotForGuests>
        <Lists />
      </NotForGuests>
    </ToolPage>
  );
}

const DONE: Readonly<Record<string, string>> = {
  injury: "Report saved. It’s sent as soon as there’s a signal, and then leaves this phone.",
  "near-miss": "Near miss saved. It’s below.",
  unsigned: "Saved without your name. It shows up here within two hours.",
};

const newestFirst = (one: { readonly date: string }, other: { readonly date: string }) =>
  one.date < other.date ? 1 : -1;

function Lists() {
  const { job } = useScreen();
  const { who } = useStore();
  const done = DONE[useSearchParams()[0].get("done") ?? ""];
  const injuries = useRecords(INJURY, job);
  const misses = useRecords(NEAR_MISS, job);
  if (!injuries || !misses) return null;
  const unsigned = waitingUnsigned(who.account).filter((one) => one.job === job).length;
  return (
    <>
      <div className="talk-acts mb-6">
        <Link className="button" data-kind="signal" data-size="large" to={incidentsPath(job, "injury")}>
          Report an injury
        </Link>
        <Link className="button" data-kind="plain" data-size="large" to={incidentsPath(job, "near-miss")}>
          Report a near miss
        </Link>
      </div>
      <StatusLine kind="done">{done}</StatusLine>
      {injuries.length > 0 ? <Injuries records={injuries} /> : null}
      <section aria-labelledby="near-misses" className="mt-8">
        <h2 id="near-misses" className="text-2xl">
          Near misses
        </h2>
        {unsigned > 0 ? (
          <p className="estimate-quiet">
            {unsigned === 1 ? "One without a name waits" : `${unsigned} without a name wait`} on this phone
            for a signal.
          </p>
        ) : null}
        {misses.length === 0 ? (
          <p className="max-w-measure">
            None yet. A near miss is what could have hurt a person: a dropped tool, a slip, a ladder that
            moved.
          </p>
        ) : (
          <ul className="talk-list">
            {misses
              .map((record) => ({ record, date: nearMissOf(record.values).date }))
              .toSorted(newestFirst)
              .map(({ record }) => (
                <li key={record.id} className="near-miss">
                  <Miss record={record} />
                </li>
              ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Injuries({ records }: { records: readonly ShownRecord[] }) {
  return (
    <section aria-labelledby="injuries" className="mt-8">
      <h2 id="injuries" className="text-2xl">
        Injuries
      </h2>
      <ul className="talk-list">
        {records
          .map((record) => ({ record, injury: injuryOf(record.values), date: injuryOf(record.values).date }))
          .toSorted(newestFirst)
          .map(({ record, injury }) => {
            const words = (
              <>
                <b>{injury.number ?? "Not sent yet"}</b>
                <span>
                  {[injury.date && dayWords(Temporal.PlainDate.from(injury.date)), injury.name].join(", ")}
                </span>
              </>
            );
            return (
              <li key={record.id}>
                {record.revision > 0 ? <a href={injuryPath(record.id)}>{words}</a> : <div>{words}</div>}
                <EntryMarks record={record} />
                <RefusedChanges record={record} />
              </li>
            );
          })}
      </ul>
    </section>
  );
}

function Miss({ record }: { record: ShownRecord }) {
  const { job } = useScreen();
  const { isManager } = useLabels();
  const { write, line } = useWrite();
  const miss = nearMissOf(record.values);
  const label = miss.number ?? "near miss";
  const close = () =>
    void write({
      ...{ kind: NEAR_MISS, record: record.id, job, saw: record.fields },
      sets: (_, skew) => ({
        closed: miss.closedAt === null ? new Date(Date.now() + skew).toISOString() : null,
      }),
    });
  return (
    <EntryItem
      record={record}
      label={label}
      act={null}
      draftOf={() => ""}
      form={() => null}
      actions={
        isManager && record.revision > 0 ? (
          <Button type="button" kind="quiet" size="small" onClick={close}>
            {miss.closedAt === null ? "Close" : "Reopen"}
            <span className="sr-only"> {label}</span>
          </Button>
        ) : null
      }
    >
      {() => (
        <>
          <p className="estimate-quiet">
            {[
              ...[miss.number ?? "Not numbered yet", dayWords(Temporal.PlainDate.from(miss.date))],
              ...[miss.where, miss.isAnonymous ? "without a name" : "", miss.closedAt ? "closed" : ""],
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
          <p className="job-note">{miss.what}</p>
          {miss.done ? <p>Done right away: {miss.done}</p> : null}
          <Photos shots={shotsOf(record.values)} note={record} label={`Photos of ${label}`} stay />
          <EntryMarks record={record} />
          {line}
        </>
      )}
    </EntryItem>
  );
}
