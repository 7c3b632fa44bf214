import { Link } from "react-router";
import { type ShownRecord, useRecords } from "#ground/sync/public.tsx";
import { EntryMarks, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { ANSWER, answerOf } from "./rules/answers.ts";
import { answersOf, type Run, RUN, rowsOf, runOf, STATE_LABELS, tallyOf } from "./rules/run.ts";
import { StartChecklist } from "./start/start.tsx";

/** The checklists of a job. */
export default function ChecklistsScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Checklists">
      <Runs />
    </ToolPage>
  );
}

function Runs() {
  const { job } = useScreen();
  const runs = useRecords(RUN, job);
  const answers = useRecords(ANSWER, job);
  if (!runs || !answers) return null;
  const byRun = Map.groupBy(answers, ({ values }) => answerOf(values).run);
  const rows = runs
    .map((record) => ({ record, run: runOf(record.values) }))
    .toSorted((one, other) => (one.record.id < other.record.id ? 1 : -1));
  return (
    <>
      {rows.length > 0 ? (
        <ul className="checklist-runs">
          {rows.map(({ record, run }) => (
            <OneRun key={record.id} record={record} run={run} answers={byRun.get(record.id) ?? []} />
          ))}
        </ul>
      ) : (
        <p className="max-w-measure">
          Walk the job with a list: pass or fail each item, with photos and notes where they matter. It works
          without a signal.
        </p>
      )}
      <StartChecklist />
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
  const { asked, done, failed } = tallyOf(rowsOf(run), answersOf(record.id, answers));
  const counts = [
    run.state === "open" ? `${done} of ${asked}` : STATE_LABELS[run.state],
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return (
    <li>
      <Link to={`/account/job/${job}/checklists/${record.id}`}>
        <b>{[run.title, run.place].filter(Boolean).join(", ")}</b>
        <span>{counts.join(", ")}</span>
      </Link>
      <EntryMarks record={record} />
    </li>
  );
}
