import { useState } from "react";
import { useRecords } from "#ground/sync/public.tsx";
import { firstWritten, formatTaken } from "#trade/fieldwork/public.ts";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { LONGEST } from "../rules/items.ts";
import { listOf, type ListToStart, refuseSections } from "../rules/lists.ts";
import { RUN, runOf } from "../rules/run.ts";
import { library } from "../start/library.ts";
import { ListText } from "../start/list-text.tsx";

type NewListValue = Pick<ListToStart, "title" | "trade" | "sections">;

const WAYS = [
  ["text", "Type, paste, or open a file"],
  ["library", "Start from one of ours"],
  ["run", "Start from a checklist of a job"],
] as const;
type Way = (typeof WAYS)[number][0];

const NOTHING: Omit<NewListValue, "title"> = { trade: null, sections: {} };
/** Checklists of jobs to choose from, newest first. */
const MOST_RUNS = 200;

/** A new list: typed, pasted, from a file, or a copy of another one. */
export function NewList({
  create,
  cancel,
}: {
  create: (list: NewListValue) => Promise<void>;
  cancel: () => void;
}) {
  const [way, setWay] = useState<Way>("text");
  const [title, setTitle] = useState("");
  const [read, setRead] = useState(NOTHING);
  const [why, setWhy] = useState<string>();
  const choose = (next: Way) => {
    setWay(next);
    setRead(NOTHING);
  };
  const pick = (list: NewListValue | undefined) => {
    setRead(list ?? NOTHING);
    if (list) setTitle(list.title);
  };
  const save = () => {
    const list = { ...read, title: title.trim() };
    const problem =
      way !== "text" && Object.keys(read.sections).length === 0
        ? "Choose a list to start from."
        : refuseSections(list.title, list.sections);
    setWhy(problem ?? undefined);
    if (problem === null) void create(list);
  };
  return (
    <section className="panel mb-6" aria-labelledby="new-list">
      <h2 id="new-list" className="text-2xl">
        New list
      </h2>
      <div className="choices my-4" role="group" aria-label="How to begin">
        {WAYS.map(([value, label]) => (
          <button
            key={value}
            type="button"
            className="choice-chip"
            aria-pressed={way === value}
            onClick={() => choose(value)}
          >
            {label}
          </button>
        ))}
      </div>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {way === "library" ? (
          <Select
            name="library"
            label="List of ours"
            unmarked
            placeholder="Choose one"
            options={library.map((list) => ({ value: list.key, label: list.title }))}
            onChange={({ target }) => pick(library.find(({ key }) => key === target.value))}
          />
        ) : null}
        {way === "run" ? <ChooseRun pick={pick} /> : null}
        <Field
          name="title"
          label="Name of the list"
          required
          maxLength={LONGEST.title}
          autoComplete="off"
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        {way === "text" ? (
          <ListText
            onRead={({ title: found, trade = null, sections }) => {
              setRead({ trade, sections });
              if (found && !title) setTitle(found);
            }}
          />
        ) : null}
        <StatusLine kind="error">{why}</StatusLine>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="signal">
            Create list
          </Button>
          <Button type="button" kind="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}

/** The items of a started checklist, without its answers. */
function ChooseRun({ pick }: { pick: (list: NewListValue | undefined) => void }) {
  const [now] = useState(Date.now);
  const runs = (useRecords(RUN, null) ?? [])
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, MOST_RUNS);
  if (runs.length === 0) return <p>No checklist was started on a job yet.</p>;
  return (
    <Select
      name="run"
      label="Checklist of a job"
      hint="Its items are copied, not its answers."
      unmarked
      placeholder="Choose one"
      options={runs.map(({ id, values, fields }) => {
        const { title, place } = runOf(values);
        const started = firstWritten(fields);
        const day = started && formatTaken(started, Temporal.Now.timeZoneId(), now);
        return { value: id, label: [title, place, day].filter(Boolean).join(", ") };
      })}
      onChange={({ target }) => {
        const run = runs.find(({ id }) => id === target.value);
        pick(run && listOf(run.id, run.values));
      }}
    />
  );
}
