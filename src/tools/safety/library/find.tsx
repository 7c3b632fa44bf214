import { useId, useState } from "react";
import { Link } from "react-router";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { type Searched, searchLibrary } from "./suggest.ts";

/** Shown before somebody searches or asks for all. */
const FIRST = 8;

const tradesOf = (library: readonly Searched[]) => [
  { value: "", label: "All trades" },
  ...[...new Set(library.flatMap(({ trades }) => trades))]
    .filter((trade) => trade !== "all")
    .toSorted((one, other) => one.localeCompare(other, "en-US"))
    .map((value) => ({
      value,
      label: value === "hvac" ? "HVAC" : value.charAt(0).toUpperCase() + value.slice(1),
    })),
];

/** The talks or job hazard analyses that come with the product, by words and trade. */
export function FindInLibrary<One extends Searched>({
  library,
  title,
  noun,
  about,
  pathOf,
}: {
  library: readonly One[];
  title: string;
  noun: string;
  about: string;
  pathOf: (one: One) => string;
}) {
  const head = useId();
  const [words, setWords] = useState("");
  const [trade, setTrade] = useState("");
  const [isAll, setAll] = useState(false);
  const found = searchLibrary(library, words).filter(
    ({ trades }) => trade === "" || trades.includes(trade) || trades.includes("all"),
  );
  const shown = isAll || words.trim() ? found : found.slice(0, FIRST);
  return (
    <section aria-labelledby={head} className="mt-8">
      <h2 id={head} className="text-2xl">
        {title}
      </h2>
      <p className="estimate-quiet">{about}</p>
      <div className="talk-find">
        <Field
          name="find"
          type="search"
          label={`Find a ${noun}`}
          unmarked
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Select
          name="trade"
          label="Trade"
          required
          options={tradesOf(library)}
          value={trade}
          onChange={({ target }) => setTrade(target.value)}
        />
      </div>
      {found.length === 0 ? <p>No {noun} has these words.</p> : null}
      <ul className="talk-list">
        {shown.map((one) => (
          <li key={one.text.title.en}>
            <Link to={pathOf(one)}>
              <b>{one.text.title.en}</b>
              <span lang="es">{one.text.title.es}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < found.length ? (
        <p className="quiet-line">
          <Button type="button" kind="quiet" onClick={() => setAll(true)}>
            Show all {found.length} {noun}s
          </Button>
        </p>
      ) : null}
    </section>
  );
}
