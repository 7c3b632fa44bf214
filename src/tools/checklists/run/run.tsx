import { useMemo, useRef } from "react";
import { Link, useParams } from "react-router";
import { type ShownRecord, useRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { ApprovalBar, Conflicts, EntryMarks, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { NotHereYet, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { ANSWER, answerOf } from "../rules/answers.ts";
import { answerId } from "../rules/ids.ts";
import {
  answersOf,
  APPROVAL,
  isAsked,
  progressOf,
  refuseFinish,
  type Row,
  RUN,
  rowsOf,
  runOf,
  type State,
  STATE_LABELS,
  tallyOf,
} from "../rules/run.ts";
import { CheckItem } from "./item.tsx";
import { Units } from "./units.tsx";

/** A checklist of a job, worked through on a phone. */
export default function RunScreen({ me }: { me: ToolUser }) {
  const id = useParams()["runId"]!;
  const record = useRecord(RUN, id);
  if (record === undefined) return null;
  return (
    <ToolPage me={me} title={record ? runOf(record.values).title : "Checklist"}>
      {record && !record.isRemoved ? (
        <RunItems record={record} isManager={me.role === "owner" || me.role === "manager"} />
      ) : (
        <Missing />
      )}
    </ToolPage>
  );
}

function Missing() {
  const { job } = useScreen();
  return (
    <>
      <p>
        This checklist isn’t on this device. It may have been removed.{" "}
        <Link className="text-link" to={`/account/job/${job}/checklists`}>
          All checklists of this job
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
}

/** The rows under one heading: a section, or a section of one unit. */
const groupsOf = (rows: readonly Row[]): Group[] =>
  [...Map.groupBy(rows, ({ section, unit }) => `${section.id} ${unit?.id ?? ""}`)].map(([key, grouped]) => {
    const { section, unit } = grouped[0]!;
    return { key, heading: [section.title, unit?.name].filter(Boolean).join(", "), rows: grouped };
  });

function RunItems({ record, isManager }: { record: ShownRecord; isManager: boolean }) {
  const { job, people, isOwnBusiness, zone } = useScreen();
  const store = useStore();
  const items = useRef<HTMLDivElement>(null);
  const run = useMemo(() => runOf(record.values), [record]);
  const rows = useMemo(() => rowsOf(run), [run]);
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
  if (!records) return null;
  const answers = answersOf(record.id, [...byItem.values()]);
  const asked = rows.filter((row) => isAsked(row, answers));
  const tally = tallyOf(rows, answers);
  const isOpen = run.state !== "approved";
  const save = async (state: State) => {
    const why = state === "finished" && run.state === "open" ? refuseFinish(rows, answers) : null;
    if (why) throw new Error(why);
    await store.write({ kind: RUN, record: record.id, job, sets: { state } });
  };
  const goToNext = () => {
    const next = asked.find(
      (row) => row.item.kind !== "note" && progressOf(row, answers.get(row.key)) === "open",
    );
    const shown = next && items.current?.querySelector<HTMLElement>(`[data-item="${next.key}"]`);
    shown?.scrollIntoView({ block: "center" });
    shown?.querySelector<HTMLElement>("button, input, textarea")?.focus({ preventScroll: true });
  };
  return (
    <>
      <p className="mb-2">
        <Link className="text-link" to={`/account/job/${job}/checklists`}>
          All checklists of this job
        </Link>
      </p>
      {run.place ? <p>{run.place}</p> : null}
      <EntryMarks record={record} />
      <Conflicts record={record} people={people} zone={zone} />
      {run.sections.some(({ repeats }) => repeats) ? <Units record={record} run={run} /> : null}
      <div ref={items}>
        {groupsOf(asked).map((group) => (
          <OneGroup
            key={group.key}
            group={group}
            run={record.id}
            byItem={byItem}
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
        <p role="status">{STATE_LABELS[run.state]}</p>
      </ApprovalBar>
      <div className="check-bar">
        <p role="status">
          <b>
            {tally.done} of {tally.asked}
          </b>
          {tally.failed > 0 ? ` · ${tally.failed} failed` : ""}
        </p>
        {tally.done < tally.asked && isOpen ? (
          <Button type="button" kind="plain" onClick={goToNext}>
            Next open item
          </Button>
        ) : null}
      </div>
    </>
  );
}

function OneGroup({
  group: { heading, rows },
  run,
  byItem,
  isOpen,
  open,
}: {
  group: Group;
  run: string;
  byItem: ReadonlyMap<string, ShownRecord>;
  isOpen: boolean;
  /** Those without an answer. */
  open: readonly Row[];
}) {
  const { job, tell } = useScreen();
  const { write, line } = useWrite();
  const toPass = open.filter(({ item }) => item.kind === "check");
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
        {heading ? <h2>{heading}</h2> : null}
        {isOpen && toPass.length > 1 ? (
          <Button type="button" kind="quiet" size="small" onClick={() => void passAll()}>
            Pass the other {toPass.length}
          </Button>
        ) : null}
      </header>
      {line}
      <ul>
        {rows.map((row) => (
          <CheckItem key={row.key} row={row} run={run} record={byItem.get(row.key)} isOpen={isOpen} />
        ))}
      </ul>
    </section>
  );
}
