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
  useLoggedWork,
  useOnline,
  useRoll,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { formatAmount } from "#platform/money/money.ts";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/layout.tsx";
import { QUESTION } from "../declined/decision.ts";
import { isPriced, NO_PRICE, problemsOf } from "../rules/problems.ts";
import { noticeOf } from "../notice/notice.ts";
import { NoticeSection } from "../notice/section.tsx";
import { CHANGE, changeOf, formatDays, whyFrozen } from "../rules/change.ts";
import { numberLine, standingOf, STATE_RULES } from "../rules/states.ts";
import { TERMS, termsId, termsOf } from "../rules/terms.ts";
import { totalsOf } from "../rules/totals.ts";
import { LoggedList } from "../radar/logged-list.tsx";
import { Tickets } from "../tickets/list.tsx";
import { AskToConfirm } from "../word/ask.tsx";
import { Details } from "./details.tsx";
import { PRICE } from "./price-place.ts";
import { Price } from "./price.tsx";

/** One change: what happened, its photos, and what it costs. */
export default function ChangeScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Change">
      <Write id={useParams()["changeId"]!} />
    </ToolPage>
  );
}

function Write({ id }: { id: string }) {
  const { job, zone, people } = useScreen();
  const { currency, isManager } = useLabels();
  const record = useRecord(CHANGE, id);
  const work = useLoggedWork(id);
  const terms = termsOf(useRecord(TERMS, termsId(job))?.values ?? {});
  if (record === undefined) return null;
  if (record === null || record.values["removed"] === true)
    return (
      <p>
        {record === null ? "This change isn’t on this phone." : "This change was deleted."}{" "}
        <Link to={`/account/job/${job}/changes`}>All changes of this job</Link>
      </p>
    );
  const change = changeOf(record.values);
  const standing = standingOf(record.values);
  const frozen = whyFrozen(standing.state);
  const written = isPriced(change) ? totalsOf(change, terms).amount : null;
  const amount = standing.cents !== null && frozen ? standing.cents : written;
  const today = Temporal.Now.plainDateISO(zone).toString();
  const problems = problemsOf(change, terms, today);
  const notice = noticeOf(change.knownAt, terms.noticeDays, zone, today);
  return (
    <>
      <p className="estimate-head">
        <b>{change.title}</b>
        <span className="estimate-quiet">
          {STATE_RULES[standing.state].label}. {numberLine(standing)}
        </span>
        <EntryMarks record={record} />
      </p>
      <Conflicts record={record} people={people} />
      <RefusedChanges record={record} />
      <NoticeSection id={id} terms={terms} notice={notice} isSent={standing.version > 0} />
      {standing.state === "declined" && isManager ? (
        <Panel tone="brick" className="mb-4">
          <p>Your client declined it.</p>
          <p className="mt-2">
            <a className="text-link" href={`/account/changes/${id}#declined`}>
              {QUESTION}
            </a>
          </p>
        </Panel>
      ) : null}
      {frozen ? <p className="mb-4 max-w-measure">{frozen}</p> : null}
      <Pictures record={record} title={change.title} isFrozen={frozen !== null} />
      {frozen ? null : <Details record={record} change={change} />}
      <Tickets change={id} mayAdd={frozen === null} />
      <LoggedList work={work.map((one) => ({ ...one, day: dayWords(Temporal.PlainDate.from(one.day)) }))} />
      <AskToConfirm id={id} change={change} />
      <Price record={record} change={change} terms={terms} isFrozen={frozen !== null} />
      {!frozen && isManager && problems.length > 0 ? (
        <ul className="estimate-problems">
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
      {standing.version === 0 ? <Remove record={record} /> : null}
      <div className="estimate-bar">
        <p>
          <span className="estimate-quiet">
            {change.days === 0 ? "This change" : `This change, ${formatDays(change.days)}`}
          </span>
          <b className="estimate-amount">{amount === null ? NO_PRICE : formatAmount(amount, currency)}</b>
        </p>
        {isManager && amount === null ? <PriceIt /> : null}
        {isManager ? <Send record={record} isReady={frozen !== null || problems.length === 0} /> : null}
      </div>
    </>
  );
}

/** To the price, past the photos and what happened. */
const PriceIt = () => (
  <a className="button" data-kind="signal" href={`#${PRICE}`}>
    Add a price
  </a>
);

/** Each photo is saved with the change at once. */
function Pictures({ record, title, isFrozen }: { record: ShownRecord; title: string; isFrozen: boolean }) {
  const roll = useRoll({ kind: CHANGE, onto: record.id, isOne: true, first: () => ({}) });
  return (
    <div className="mb-6">
      <Photos shots={shotsOf(record.values)} note={record} label={`Photos of ${title}`} stay={isFrozen} />
      {isFrozen ? null : <Shutter roll={roll} isBeside />}
    </div>
  );
}

/** Deletes a change that nobody was sent. */
function Remove({ record }: { record: ShownRecord }) {
  const { job, tell } = useScreen();
  const { write, line } = useWrite();
  const set = (removed: boolean) => write({ kind: CHANGE, record: record.id, job, sets: { removed } });
  const remove = async () => {
    if (await set(true)) tell.done("Change deleted.", () => set(false));
  };
  return (
    <p className="estimate-acts">
      <Button type="button" kind="quiet" onClick={() => void remove()}>
        Delete change
      </Button>
      {line}
    </p>
  );
}

/** Sending needs the server, which must have everything first. */
function Send({ record, isReady }: { record: ShownRecord; isReady: boolean }) {
  const isOnline = useOnline();
  const { state } = standingOf(record.values);
  if (!isReady) return null;
  if (!isOnline || sendState(record) !== "saved")
    return (
      <p className="estimate-quiet">
        {isOnline
          ? "Uploading. Then you can send it."
          : "Saved on this phone. You can send it once you have a signal."}
      </p>
    );
  const page = `/account/changes/${record.id}`;
  const isDraft = state === "draft";
  return (
    <a
      className="button"
      data-kind={whyFrozen(state) ? "plain" : "signal"}
      href={isDraft ? `${page}#send` : page}
    >
      {isDraft ? "Send" : "Replies and sending"}
    </a>
  );
}
