import { useState } from "react";
import { useNavigate } from "react-router";
import { useRecords, useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { listOf, type ListToStart, OWN_LIST } from "../rules/lists.ts";
import { LONGEST } from "../rules/items.ts";
import { RUN, runOf } from "../rules/run.ts";
import { library } from "./library.ts";
import { PasteList } from "./paste.tsx";
import { startRun } from "./start-run.ts";

const countItems = ({ sections }: ListToStart): number =>
  Object.values(sections).reduce((sum, { items }) => sum + items.length, 0);

/** Shown before somebody searches or asks for all. */
const FIRST = 8;

const hasWords = (text: string, words: string): boolean => {
  const found = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word));
};

/** Those that were started most often first, then the business's own, then by title. */
function sortLists(lists: readonly ListToStart[], started: readonly (string | null)[]): ListToStart[] {
  const times = new Map<string, number>();
  for (const key of started) if (key !== null) times.set(key, (times.get(key) ?? 0) + 1);
  // Sorting keeps the order of equals.
  return lists.toSorted((one, other) => (times.get(other.key) ?? 0) - (times.get(one.key) ?? 0));
}

/** Starts a checklist on the job: one of ours, one of the business, or a pasted one. */
export function StartChecklist() {
  const { job, tell, isOwnBusiness } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const [place, setPlace] = useState("");
  const [isPasting, setPasting] = useState(false);
  const [isAll, setAll] = useState(false);
  const own = useRecords(OWN_LIST, null) ?? [];
  const runs = useRecords(RUN, null) ?? [];
  const lists = sortLists(
    [...own.map(({ id, values }) => listOf(id, values)), ...library],
    runs.map(({ values }) => runOf(values).from),
  ).filter(({ title, trade }) => hasWords(`${title} ${trade ?? ""}`, words));
  const shown = isAll || words.trim() ? lists : lists.slice(0, FIRST);
  const start = async (list: ListToStart) => {
    try {
      await navigate(`/account/job/${job}/checklists/${await startRun(store, job, list, place.trim())}`);
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <section className="mt-8" aria-labelledby="start-checklist">
      <h2 id="start-checklist" className="text-2xl">
        Start a checklist
      </h2>
      <div className="checklist-start">
        <Field
          name="find"
          type="search"
          label="Find a list"
          unmarked
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Field
          name="place"
          label="Where"
          hint="A room, unit, or level, if it’s for one."
          maxLength={LONGEST.title}
          value={place}
          onChange={({ target }) => setPlace(target.value)}
        />
      </div>
      {lists.length === 0 ? <p>No list has these words.</p> : null}
      <ul className="checklist-lists">
        {shown.map((list) => (
          <li key={list.key}>
            <button type="button" className="checklist-pick" onClick={() => void start(list)}>
              <b>{list.title}</b>
              <span>{[list.about, `${countItems(list)} items`].filter(Boolean).join(" ")}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < lists.length ? (
        <p className="mb-4">
          <Button type="button" kind="quiet" onClick={() => setAll(true)}>
            Show all {lists.length} lists
          </Button>
        </p>
      ) : null}
      {!isOwnBusiness ? null : isPasting ? (
        <PasteList
          done={async (list) => {
            setPasting(false);
            if (list) await start(list);
          }}
        />
      ) : (
        <Button type="button" kind="plain" onClick={() => setPasting(true)}>
          Paste your own list
        </Button>
      )}
    </section>
  );
}
