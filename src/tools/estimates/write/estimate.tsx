import { useState } from "react";
import { Link, useParams } from "react-router";
import { useRecord, type ShownRecord } from "#ground/sync/public.tsx";
import {
  Conflicts,
  EntryMarks,
  RefusedChanges,
  sendState,
  useLabels,
  useOnline,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { formatAmount, formatMoney } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { formatRate, markupAndMargin } from "#platform/money/amounts.ts";
import { problemsOf } from "../rules/problems.ts";
import { ESTIMATE, estimateOf } from "../rules/estimate.ts";
import { isFrozen, numberLine, standingOf, type State, STATE_RULES } from "../rules/states.ts";
import { firstChoice, profitOf, totalsOf } from "../rules/totals.ts";
import { totalLines } from "../rules/total-lines.ts";
import { EstimateReminders } from "../law/field-reminders.tsx";
import { SaveTemplate } from "../templates/save-template.tsx";
import { Details } from "./details.tsx";
import { Lines } from "./lines.tsx";
import { StatusLines } from "./status-lines.tsx";

/** One estimate, written on the spot. */
export default function EstimateScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Estimate">
      <Write id={useParams()["estimateId"]!} />
    </ToolPage>
  );
}

function Write({ id }: { id: string }) {
  const { job, zone, people } = useScreen();
  const { currency } = useLabels();
  const record = useRecord(ESTIMATE, id);
  if (record === undefined) return null;
  if (record === null || record.values["removed"] === true)
    return (
      <p>
        {record === null ? "This estimate isn’t on this phone." : "This estimate was deleted."}{" "}
        <Link to={`/account/job/${job}/estimates`}>All estimates of this job</Link>
      </p>
    );
  const estimate = estimateOf(record.values);
  const standing = standingOf(record.values);
  const isLocked = isFrozen(standing.state);
  const total = standing.approved?.cents ?? totalsOf(estimate).total;
  const problems = problemsOf(estimate, Temporal.Now.plainDateISO(zone).toString());
  return (
    <>
      <p className="estimate-head">
        <b>{estimate.title}</b>
        <span className="estimate-quiet">
          {STATE_RULES[standing.state].label}. {numberLine(standing)}
        </span>
        <EntryMarks record={record} />
      </p>
      <StatusLines key={`${standing.state} ${standing.version}`} id={record.id} />
      <Conflicts record={record} people={people} />
      <RefusedChanges record={record} />
      {isLocked ? (
        <p className="mb-4 max-w-measure">
          Your client approved this estimate, so it’s locked. For extra work, write a new one.
          {totalsOf(estimate, standing.approved).total === total
            ? null
            : " They approved what you sent them, without the changes that were made here afterward. The PDF in the office has it."}
        </p>
      ) : null}
      <Lines record={record} estimate={estimate} isFrozen={isLocked} />
      <Totals record={record} />
      {isLocked ? null : <Details record={record} estimate={estimate} />}
      {estimate.lines.length > 0 && problems.length > 0 ? (
        <ul className="estimate-problems">
          {problems.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
      {isLocked ? null : <EstimateReminders record={record} estimate={estimate} />}
      <p className="estimate-acts">
        <SaveTemplate record={record} />
        {standing.version === 0 && !isLocked ? <Remove record={record} /> : null}
      </p>
      <div className="estimate-bar">
        <p>
          <span className="estimate-quiet">Total</span>
          <b className="estimate-amount">{formatMoney(total, currency)}</b>
        </p>
        <Send record={record} isReady={isLocked || problems.length === 0} state={standing.state} />
      </div>
    </>
  );
}

/** Deletes an estimate that nobody was sent. */
function Remove({ record }: { record: ShownRecord }) {
  const { job, tell } = useScreen();
  const { write, line } = useWrite();
  const set = (removed: boolean) => write({ kind: ESTIMATE, record: record.id, job, sets: { removed } });
  const remove = async () => {
    if (await set(true)) tell.done("Estimate deleted.", () => set(false));
  };
  return (
    <>
      <Button type="button" kind="quiet" onClick={() => void remove()}>
        Delete estimate
      </Button>
      {line}
    </>
  );
}

/** Leads to the office, once the server has everything that was written here. */
function Send({ record, isReady, state }: { record: ShownRecord; isReady: boolean; state: State }) {
  const isOnline = useOnline();
  const isSaved = sendState(record) === "saved";
  if (!isReady) return null;
  if (!isOnline || !isSaved)
    return (
      <p className="estimate-quiet">
        {isOnline
          ? "Uploading. Then you can send it."
          : "Saved on this phone. You can send it once you have a signal."}
      </p>
    );
  const page = `/account/estimates/${record.id}`;
  const isDraft = state === "draft";
  return (
    <a
      className="button"
      data-kind={isFrozen(state) ? "plain" : "signal"}
      href={isDraft ? `${page}#send` : page}
    >
      {isDraft ? "Send" : isFrozen(state) ? "See the reply" : "Replies and sending"}
    </a>
  );
}

function Totals({ record }: { record: ShownRecord }) {
  const { currency } = useLabels();
  const [showsProfit, setShowsProfit] = useState(false);
  const estimate = estimateOf(record.values);
  if (estimate.lines.length === 0) return null;
  const choice = standingOf(record.values).approved ?? firstChoice(estimate);
  const totals = totalsOf(estimate, choice);
  const earned = profitOf(estimate, choice);
  const { markup, margin } = earned
    ? markupAndMargin(earned.cost, earned.cost + earned.profit)
    : { markup: null, margin: null };
  return (
    <div className="estimate-totals">
      {choice.option > 0 ? <p className="estimate-quiet">For {estimate.options[choice.option - 1]}</p> : null}
      <dl>
        {totalLines(totals, currency).map(({ name, value, isTotal }) => (
          <div key={name} data-total={isTotal || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {earned ? (
        <p className="estimate-quiet">
          <button type="button" className="text-link" onClick={() => setShowsProfit(!showsProfit)}>
            {showsProfit ? "Hide profit" : "Show profit"}
          </button>
          {showsProfit
            ? ` ${formatAmount(earned.profit, currency)} gross profit on ${formatAmount(earned.cost, currency)} cost${markup === null ? "" : `: ${formatRate(markup)} markup`}${margin === null ? "" : `, ${formatRate(margin)} margin`}`
            : null}
        </p>
      ) : null}
    </div>
  );
}
