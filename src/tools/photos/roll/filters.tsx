import { nameOf } from "#trade/fieldwork/public.ts";
import { useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { stageLabel, stagesAmong } from "../rules/photo.ts";
import { type Filters, NO_FILTERS, type RollPhoto } from "../rules/roll.ts";

const SHOW = [
  { value: "photos", label: "Photos" },
  { value: "hidden", label: "Hidden" },
  { value: "trash", label: "Trash" },
] as const;

const unique = (words: readonly (string | null)[]): string[] =>
  [...new Set(words.filter((word) => word !== null))].toSorted((a, b) => a.localeCompare(b));
const choicesOf = (words: readonly string[]) => words.map((value) => ({ value, label: value }));

/** What the roll is narrowed to; only what some photo of the job has is offered. */
export function RollFilters({
  photos,
  filters,
  change,
  mayManage,
}: {
  photos: readonly RollPhoto[];
  filters: Filters;
  change: (filters: Filters) => void;
  mayManage: boolean;
}) {
  const { people } = useScreen();
  const { user } = useStore().who;
  const facts = photos.map((photo) => photo.facts);
  const authors = unique(photos.map(({ author }) => author));
  const lists = {
    room: { label: "Room", options: choicesOf(unique(facts.map(({ room }) => room))) },
    trade: { label: "Trade", options: choicesOf(unique(facts.map(({ trade }) => trade))) },
    stage: {
      label: "Stage",
      options: stagesAmong(facts).map((value) => ({ value, label: stageLabel(value) })),
    },
    tag: { label: "Tag", options: choicesOf(unique(facts.flatMap(({ tags }) => tags))) },
    person: {
      label: "Taken by",
      options: authors.map((value) => ({ value, label: nameOf(value, people, user) })),
    },
  };
  const isNarrowed = JSON.stringify({ ...filters, words: "" }) !== JSON.stringify(NO_FILTERS);
  return (
    <form role="search" className="roll-filters" onSubmit={(event) => event.preventDefault()}>
      <Field
        name="words"
        type="search"
        label="Search photos"
        unmarked
        autoComplete="off"
        value={filters.words}
        onChange={({ target }) => change({ ...filters, words: target.value })}
      />
      <details className="roll-narrow" open={isNarrowed || undefined}>
        <summary>Filter</summary>
        <div className="roll-narrow-fields">
          {Object.entries(lists).map(([name, { label, options }]) =>
            options.length === 0 ? null : (
              <Select
                key={name}
                name={name}
                label={label}
                unmarked
                options={options}
                placeholder="Any"
                value={filters[name as keyof typeof lists] ?? ""}
                onChange={({ target }) => change({ ...filters, [name]: target.value || null })}
              />
            ),
          )}
          <Field
            name="day"
            type="date"
            label="Day"
            unmarked
            value={filters.day ?? ""}
            onChange={({ target }) => change({ ...filters, day: target.value || null })}
          />
          {mayManage ? (
            <Select
              name="show"
              label="Show"
              unmarked
              options={SHOW}
              value={filters.show}
              onChange={({ target }) => change({ ...filters, show: target.value as Filters["show"] })}
            />
          ) : null}
        </div>
        {isNarrowed ? (
          <Button type="button" kind="quiet" size="small" onClick={() => change(NO_FILTERS)}>
            Show all photos
          </Button>
        ) : null}
      </details>
    </form>
  );
}
