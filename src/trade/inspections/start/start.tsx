import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useRecords, useStore } from "#ground/sync/public.tsx";
import { useSavedPictures, useScreen } from "#trade/fieldwork/public.tsx";
import { PlaceField } from "#trade/places/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useInspectionsHome } from "../home.ts";
import { picturesOf, sectionsOf } from "../rules/items.ts";
import { isSafetyList, listOf, type ListToStart, OWN_LIST } from "../rules/lists.ts";
import { RUN, runOf } from "../rules/run.ts";
import { library } from "./library.ts";
import { PasteList } from "./paste.tsx";
import { startRun } from "./start-run.ts";

const countItems = ({ sections }: ListToStart): number =>
  Object.values(sections).reduce((sum, { items }) => sum + items.length, 0);

const NONE: readonly never[] = [];

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
  const home = useInspectionsHome();
  const store = useStore();
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const [place, setPlace] = useState("");
  const [isPasting, setPasting] = useState(false);
  const [isAll, setAll] = useState(false);
  const own = useRecords(OWN_LIST, null) ?? NONE;
  const runs = useRecords(RUN, null) ?? [];
  const lists = sortLists(
    [...own.map(({ id, values }) => listOf(id, values)), ...library].filter(
      (list) => !home.isSafety || isSafetyList(list),
    ),
    runs.map(({ values }) => runOf(values).from),
  ).filter(({ title, trade }) => hasWords(`${title} ${trade ?? ""}`, words));
  const used = new Set(runs.map(({ values }) => runOf(values).from));
  const shown = isAll || words.trim() ? lists : lists.slice(0, FIRST);
  // So that a list with pictures can be started without a signal.
  useSavedPictures(
    job,
    useMemo(() => own.flatMap(({ values }) => picturesOf(sectionsOf(values))), [own]),
  );
  const start = async (list: ListToStart) => {
    try {
      await navigate(home.path(job, await startRun(store, job, list, place.trim())));
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <section className="mt-8" aria-labelledby="start-checklist">
      <h2 id="start-checklist" className="text-2xl">
        Start {home.noun === "inspection" ? "an inspection" : "a checklist"}
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
        <PlaceField value={place} choose={setPlace} hint="A room, unit, or level, if it’s for one." />
      </div>
      {lists.length === 0 ? <p>No list has these words.</p> : null}
      <ul className="checklist-lists">
        {shown.map((list) => (
          <li key={list.key}>
            <button type="button" className="checklist-pick" onClick={() => void start(list)}>
              <b>{list.title}</b>
              <span>
                {[used.has(list.key) ? "Used before." : "", list.about, `${countItems(list)} items`]
                  .filter(Boolean)
                  .join(" ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < lists.length ? (
        <p className="quiet-line mb-4">
          <Button type="button" kind="quiet" onClick={() => setAll(true)}>
            Show all {lists.length} lists
          </Button>
        </p>
      ) : null}
      {!isOwnBusiness || home.isSafety ? null : isPasting ? (
        <PasteList
          done={async (list) => {
            setPasting(false);
            if (list) await start(list);
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button type="button" kind="plain" onClick={() => setPasting(true)}>
            Paste your own list
          </Button>
          <Link className="button" data-kind="quiet" to="/account/jobs/checklists/lists">
            Your lists
          </Link>
        </div>
      )}
    </section>
  );
}
