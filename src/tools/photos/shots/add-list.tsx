import { useState } from "react";
import { type Change, newLocalId, useRecords, useStore } from "#ground/sync/public.tsx";
import { useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { shotsId } from "../rules/ids.ts";
import { LONGEST } from "../rules/photo.ts";
import { LIST, readShots, refuseShots, SHOTS, type ShotList, shotListOf } from "../rules/shots.ts";
import { shotLists } from "./lists.ts";

/** Starts a list on the job: one of ours, one that the business wrote, or a new one. */
export function AddList({ isFirst }: { isFirst: boolean }) {
  const { job, tell } = useScreen();
  const store = useStore();
  const { write, line } = useWrite();
  const [isWriting, setWriting] = useState(false);
  const [words, setWords] = useState("");
  const own = useRecords(LIST, null) ?? [];
  const lists = [...own.map(({ id, values }) => ({ key: id, ...shotListOf(values) })), ...shotLists].filter(
    ({ title }) => title.toLowerCase().includes(words.trim().toLowerCase()),
  );
  const start = async (key: string, { title, shots }: ShotList) => {
    const record = shotsId(job, key);
    // One that was removed comes back with the shots and photos it had.
    const isKnown = (await store.record(SHOTS, record)) !== undefined;
    const sets: Change["sets"] = isKnown ? { removed: false } : { title, shots: [...shots] };
    if (await write({ kind: SHOTS, record, job, sets })) tell.done(`${title} is on this job now.`);
  };
  return (
    <section className="shot-list" aria-label="Add a shot list">
      <h2 className="roll-date">Add a shot list</h2>
      {isFirst ? (
        <p className="max-w-measure">
          A shot list names what must be on file before you leave. Missing shots show as outlines, and the
          list isn’t done until each one is taken.
        </p>
      ) : null}
      <Field
        name="list"
        type="search"
        label="Find a list"
        unmarked
        autoComplete="off"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="choices" role="group" aria-label="Lists">
        {lists.map((list) => (
          <button
            key={list.key}
            type="button"
            className="choice-chip"
            onClick={() => void start(list.key, list)}
          >
            {list.title}
          </button>
        ))}
      </div>
      {line}
      {isWriting ? (
        <WriteList
          done={async (key, list) => {
            setWriting(false);
            if (key) await start(key, list!);
          }}
        />
      ) : (
        <Button type="button" kind="plain" onClick={() => setWriting(true)}>
          Write your own list
        </Button>
      )}
    </section>
  );
}

/** A list in the business's own words, for this job and later ones. */
function WriteList({ done }: { done: (key: string | null, list?: ShotList) => Promise<void> }) {
  const { write, line } = useWrite();
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const [why, setWhy] = useState<string>();
  const save = async () => {
    const list = { title: title.trim(), shots: readShots(text) };
    const problem = list.title ? refuseShots(list.shots) : "Give the list a name.";
    setWhy(problem ?? undefined);
    if (problem !== null) return;
    const id = newLocalId();
    if (await write({ kind: LIST, record: id, job: null, sets: list })) await done(id, list);
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        name="title"
        label="Name of the list"
        required
        maxLength={LONGEST.word}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextArea
        name="shots"
        label="Shots, one per line"
        required
        rows={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <StatusLine kind="error">{why}</StatusLine>
      {line}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save list</Button>
        <Button type="button" kind="quiet" onClick={() => void done(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
