import { Link } from "react-router";
import { type ShownRecord, useRecords } from "#ground/sync/public.tsx";
import { EntryMarks, useScreen } from "#trade/fieldwork/public.tsx";
import { useInspectionsHome } from "../home.ts";
import { ANSWER, answerOf } from "../rules/answers.ts";
import { answersOf, type Run, RUN, rowsOf, runOf, STATE_LABELS, tallyOf } from "../rules/run.ts";

/** The lists that were started on a job, newest first. @param empty shown when there are none */
export function Runs({ empty }: { empty: string }) {
  const { job } = useScreen();
  const { isSafety } = useInspectionsHome();
  const runs = useRecords(RUN, job);
  const answers = useRecords(ANSWER, job);
  if (!runs || !answers) return null;
  const byRun = Map.groupBy(answers, ({ values }) => answerOf(values).run);
  const rows = runs
    .map((record) => ({ record, run: runOf(record.values) }))
    .filter(({ run }) => !isSafety || run.isSafety)
    .toSorted((one, other) => (one.record.id < other.record.id ? 1 : -1));
  if (rows.length === 0) return <p className="max-w-measure">{empty}</p>;
  return (
    <>
      <h2 className="mt-6 text-2xl">Started on this job</h2>
      <ul className="checklist-runs">
        {rows.map(({ record, run }) => (
          <OneRun key={record.id} record={record} run={run} answers={byRun.get(record.id) ?? []} />
        ))}
      </ul>
    </>
  );
}

function OneRun({
  record,
  run,
  answers,
}: {
  record: ShownRecord;
  run: Run;
  answers: readonly ShownRecord[];
}) {
  const { job } = useScreen();
  const home = useInspectionsHome();
  const { asked, done, failed } = tallyOf(rowsOf(run), answersOf(record.id, answers));
  const counts = [
    run.state === "open" ? `${done} of ${asked}` : STATE_LABELS[run.state],
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return (
    <li>
      <Link to={home.path(job, record.id)}>
        <b>{[run.title, run.place].filter(Boolean).join(", ")}</b>
        <span>{counts.join(", ")}</span>
      </Link>
      <EntryMarks record={record} />
    </li>
  );
}
