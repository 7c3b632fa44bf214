import { Link } from "react-router";
import { useRecords, useStore } from "#ground/sync/public.tsx";
import { firstWritten, formatDate, nameOf } from "#trade/fieldwork/public.ts";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { RUN } from "../rules/run.ts";
import { type DueOf, dueOfRun } from "./rules.ts";

/** The day of a schedule that a run counts for, and the runs that others started for the same day. */
export function DueOfRun({ run, due }: { run: string; due: DueOf }) {
  const { job, people } = useScreen();
  const store = useStore();
  const others = (useRecords(RUN, job) ?? []).filter(({ id, values }) => {
    const of = dueOfRun(values);
    return id !== run && of?.schedule === due.schedule && of.on === due.on;
  });
  return (
    <>
      <p>Scheduled for {formatDate(due.on)}</p>
      {others.map(({ id, fields }) => (
        <p key={id} className="max-w-measure" role="status">
          This list was started twice for that day. Both are saved, and it counts once.{" "}
          <Link className="text-link" to={`/account/job/${job}/checklists/${id}`}>
            Started by {nameOf(firstWritten(fields)?.author ?? null, people, store.who.user)}
          </Link>
        </p>
      ))}
    </>
  );
}
