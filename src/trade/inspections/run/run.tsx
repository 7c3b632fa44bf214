import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { Link, useLocation, useParams } from "react-router";
import { type ShownRecord, useRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { firstWritten } from "#trade/fieldwork/public.ts";
import {
  ApprovalBar,
  Conflicts,
  EntryMarks,
  useSavedPictures,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { NotHereYet, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { ISSUE, issueOf } from "#trade/issues/public.ts";
import { useIssuesHome } from "#trade/issues/public.tsx";
import { Button } from "#ui/button.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { ANSWER, answerOf } from "../rules/answers.ts";
import { answerId } from "../rules/ids.ts";
import { picturesOf } from "../rules/items.ts";
import {
  APPROVAL,
  isAsked,
  neededBy,
  progressOf,
  refuseFinish,
  type Row,
  RUN,
  rowsOf,
  runOf,
  scoreOf,
  type State,
  STATE_LABELS,
  tallyOf,
} from "../rules/run.ts";
import { useInspectionsHome } from "../home.ts";
import { DueOfRun } from "../schedules/due-of-run.tsx";
import { CheckItem } from "./item.tsx";
import { StartedFrom } from "./started-from.tsx";
import { Units } from "./units.tsx";

/** So many items are drawn first: more than a screen shows. A list may have a thousand. */
const FIRST = 12;

/** A checklist of a job, worked through on a phone. @param children what a tool offers below its items */
export function RunScreen({ me, children }: { me: ToolUser; children?: ReactNode }) {
  const id = useParams()["runId"]!;
  const record = useRecord(RUN, id);
  if (record === undefined) return null;
  return (
    <ToolPage me={me} title={record ? runOf(record.values).title : "Checklist"}>
      {record && !record.isRemoved ? (
        <RunItems record={record} isManager={me.role === "owner" || me.role === "manager"}>
          {children}
        </RunItems>
      ) : (
        <Missing />
      )}
    </ToolPage>
  );
}

function Missing() {
  const { job } = useScreen();
  const home = useInspectionsHome();
  return (
    <>
      <p>
        This {home.noun} isn’t on this device. It may have been removed.{" "}
        <Link className="text-link" to={home.path(job)}>
          All {home.noun}s of this job
        </Link>
      </p>
      <NotHereYet job={job} />
    </>
  );
}

interface Group {
  readonly key: string;
  readonly heading: string;
  readonly rows: readonly Row[];
  /** How many rows are before it. */
  readonly before: number;
}

/** The rows under one heading: a section, or a section of one unit. */
function groupsOf(rows: readonly Row[]): Group[] {
  let drawn = 0;
  return [...Map.groupBy(rows, ({ section, unit }) => `${section.id} ${unit?.id ?? ""}`)].map(
    ([key, grouped]) => {
      const { section, unit } = grouped[0]!;
      const before = drawn;
      drawn += grouped.length;
      const heading = [section.title, unit?.name].filter(Boolean).join(", ");
      return { key, heading, rows: grouped, before };
    },
  );
}

/** @param key of its row */
function goToItem(items: HTMLElement | null, key: string): void {
  const shown = items?.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`);
  const scroll = () => shown?.scrollIntoView({ block: "center" });
  scroll();
  // Again once the items around it are drawn: until then their heights are estimates.
  requestAnimationFrame(() => requestAnimationFrame(scroll));
  shown?.querySelector<HTMLElement>("button, input, textarea")?.focus({ preventScroll: true });
}

function RunItems({
  record,
  isManager,
  children,
}: {
  record: ShownRecord;
  isManager: boolean;
  children: ReactNode;
}) {
  const { job, people, isOwnBusiness, zone } = useScreen();
  const home = useInspectionsHome();
  const store = useStore();
  const items = useRef<HTMLDivElement>(null);
  const run = useMemo(() => runOf(record.values), [record]);
  const rows = useMemo(() => rowsOf(run), [run]);
  useSavedPictures(
    job,
    useMemo(() => picturesOf(run.sections), [run]),
  );
  const records = useRecords(ANSWER, job);
  const byItem = useMemo(
    () =>
      new Map(
        (records ?? []).flatMap((one) => {
          const given = answerOf(one.values);
          return given.run === record.id ? [[given.item, one] as const] : [];
        }),
      ),
    [records, record.id],
  );
  const issues = useRecords(ISSUE, job);
  const begun = useMemo(
    () =>
      new Map(
        (issues ?? []).flatMap((one) =>
          one.isRemoved ? [] : [[issueOf(one.values).from?.record, one] as const],
        ),
      ),
    [issues],
  );
  const answers = useMemo(
    () =>
      new Map(
        [...byItem].map(([key, { id, values }]) => [key, { ...answerOf(values), hasIssue: begun.has(id) }]),
      ),
    [byItem, begun],
  );
  const isLoaded = records !== undefined && issues !== undefined;
  const most = useDeferredValue(isLoaded ? Infinity : FIRST, FIRST);
  const { hash } = useLocation();
  useEffect(() => {
    if (most > FIRST && hash.startsWith("#item-")) goToItem(items.current, hash.slice("#item-".length));
  }, [most, hash]);
  if (!isLoaded) return null;
  const asked = rows.filter((row) => isAsked(row, answers));
  const groups = groupsOf(asked).filter(({ before }) => before < most);
  const tally = tallyOf(rows, answers);
  const score = scoreOf(rows, answers);
  const isOpen = run.state !== "approved";
  const toFix = asked.filter(({ key }) => answers.get(key)?.hasIssue).length;
  const goTo = (row: Row | undefined) => row && goToItem(items.current, row.key);
  const needs = asked.find((row) => neededBy(row, answers.get(row.key)) !== null);
  const save = async (state: State) => {
    const why = state === "finished" && run.state === "open" ? refuseFinish(rows, answers) : null;
    if (why) {
      goTo(needs);
      throw new Error(why);
    }
    await store.write({ kind: RUN, record: record.id, job, sets: { state } });
  };
  const goToNext = () =>
    goTo(
      asked.find((row) => row.item.kind !== "note" && progressOf(row, answers.get(row.key)) === "open") ??
        needs,
    );
  return (
    <>
      <p className="mb-2">
        <Link className="text-link" to={home.path(job)}>
          All {home.noun}s of this job
        </Link>
      </p>
      {run.place ? <p>{run.place}</p> : null}
      {run.due ? <DueOfRun run={record.id} due={run.due} /> : null}
      <StartedFrom record={record} from={run.from} />
      <EntryMarks record={record} />
      <Conflicts record={record} people={people} zone={zone} />
      {isOpen && run.sections.some(({ repeats }) => repeats) ? <Units record={record} run={run} /> : null}
      <div ref={items}>
        {groups.map((group) => (
          <OneGroup
            key={group.key}
            group={group}
            shown={group.rows.slice(0, most - group.before)}
            run={record.id}
            place={run.place}
            isSafety={run.isSafety}
            byItem={byItem}
            begun={begun}
            isOpen={isOpen}
            open={group.rows.filter((row) => progressOf(row, answers.get(row.key)) === "open")}
          />
        ))}
      </div>
      <ApprovalBar
        approval={APPROVAL}
        state={run.state}
        standing={{
          isManager,
          isOwn: isOwnBusiness || firstWritten(record.fields)?.author === store.who.user,
        }}
        save={save}
      >
        <div className="check-state">
          <p role="status">
            {run.state === "open" ? (
              STATE_LABELS[run.state]
            ) : (
              <StateMark state="done">{STATE_LABELS[run.state]}</StateMark>
            )}
          </p>
          {begun.size > 0 && run.state !== "open" ? <ToFix count={toFix} isSafety={run.isSafety} /> : null}
        </div>
      </ApprovalBar>
      {children}
      <div className="check-bar">
        <p role="status">
          <b>
            {tally.done} of {tally.asked}
          </b>
          {tally.failed > 0 ? ` · ${tally.failed} failed` : ""}
          {score === null ? "" : ` · ${score}%`}
        </p>
        {isOpen && (tally.done < tally.asked || needs) ? (
          <Button type="button" kind="plain" onClick={goToNext}>
            Next open item
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Where the failed items of a finished list went. */
function ToFix({ count, isSafety }: { count: number; isSafety: boolean }) {
  const { job } = useScreen();
  const home = useIssuesHome();
  if (count === 0) return null;
  const noun = isSafety ? "safety action" : "issue";
  return (
    <p>
      <Link className="text-link" to={home.path(job)}>
        {count === 1 ? `1 failed item is now a ${noun}` : `${count} failed items are now ${noun}s`}
      </Link>
    </p>
  );
}

function OneGroup({
  group: { heading, rows },
  shown,
  run,
  place,
  isSafety,
  byItem,
  begun,
  isOpen,
  open,
}: {
  group: Group;
  /** Its rows that are drawn already. */
  shown: readonly Row[];
  run: string;
  place: string | null;
  isSafety: boolean;
  byItem: ReadonlyMap<string, ShownRecord>;
  /** Issues by the answer that they began with. */
  begun: ReadonlyMap<string | undefined, ShownRecord>;
  isOpen: boolean;
  /** Those without an answer. */
  open: readonly Row[];
}) {
  const { job, tell } = useScreen();
  const { write, line } = useWrite();
  const toPass = open.filter(({ item }) => item.kind === "check");
  const checks = rows.filter(({ item }) => item.kind === "check").length;
  const setAll = async (answer: string | null) => {
    for (const { key } of toPass) {
      const target = { kind: ANSWER, record: answerId(run, key), job };
      if (!(await write({ ...target, sets: { run, item: key, answer } }))) return;
    }
  };
  const passAll = async () => {
    await setAll("pass");
    tell.done(`${toPass.length} passed${heading ? ` in ${heading}` : ""}.`, () => setAll(null));
  };
  return (
    <section className="check-group" aria-label={heading || "Items"}>
      <header className="check-head">
        <h2 className={heading ? undefined : "sr-only"}>{heading || "Items"}</h2>
        {isOpen && toPass.length > 1 ? (
          <Button type="button" kind="quiet" size="small" onClick={() => void passAll()}>
            {toPass.length === checks ? `Pass all ${checks}` : `Pass the other ${toPass.length}`}
          </Button>
        ) : null}
      </header>
      {line}
      <ul>
        {shown.map((row) => {
          const record = byItem.get(row.key);
          return (
            <CheckItem
              key={row.key}
              row={row}
              run={run}
              place={place}
              isSafety={isSafety}
              record={record}
              issue={record && begun.get(record.id)}
              isOpen={isOpen}
            />
          );
        })}
      </ul>
    </section>
  );
}
