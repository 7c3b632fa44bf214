import { Link } from "react-router";
import { useRecord, useRecords } from "#ground/sync/public.tsx";
import { EntryMarks, useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { jobOf, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { formatMoney } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { ESTIMATE, estimateOf, LONGEST } from "../rules/estimate.ts";
import { standingOf, STATE_RULES } from "../rules/states.ts";
import { totalsOf } from "../rules/totals.ts";
import { newestFirst } from "../start/newest-first.ts";
import { useStart } from "../start/use-start.ts";

/** The estimates of a job. */
export default function Estimates({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Estimates">
      <EstimateList />
    </ToolPage>
  );
}

function EstimateList() {
  const { job } = useScreen();
  const { currency } = useLabels();
  const { start, line } = useStart();
  const name = jobOf(job, useRecord("jobs.job", job)?.values ?? {}).name;
  const records = newestFirst(useRecords(ESTIMATE, job) ?? []);
  return (
    <>
      {records.length === 0 ? (
        <p className="mb-6 max-w-measure">
          Write an estimate on site, with or without a signal. Your client approves it on their phone.
        </p>
      ) : null}
      <ul className="estimate-list">
        {records.map((record) => {
          const estimate = estimateOf(record.values);
          const { state, number, approved } = standingOf(record.values);
          return (
            <li key={record.id}>
              <Link className="estimate-list-row" to={`/account/job/${job}/estimates/${record.id}`}>
                <span>
                  <b>{estimate.title}</b>
                  <span className="estimate-quiet">
                    {[STATE_RULES[state].label, number].filter(Boolean).join(", ")}
                  </span>
                </span>
                <span className="estimate-amount">
                  {formatMoney(approved?.cents ?? totalsOf(estimate).total, currency)}
                </span>
              </Link>
              <EntryMarks record={record} />
            </li>
          );
        })}
      </ul>
      {line}
      <Button
        type="button"
        kind="signal"
        wide
        onClick={() => void start({ title: name.slice(0, LONGEST.title) })}
      >
        New estimate
      </Button>
      <p className="mt-2">
        <Link className="text-link" to={`/account/job/${job}/estimates/templates`}>
          Start from a template
        </Link>
      </p>
    </>
  );
}
