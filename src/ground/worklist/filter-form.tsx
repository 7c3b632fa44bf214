import { type ReactNode, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { type Choice, Field, Select } from "#ui/field.tsx";
import { hasFilters, type ListFilters } from "./filters.ts";
import { LONGEST_SEARCH } from "./search-words.ts";

const PAUSE_MS = 250;

/**
 * Submits itself while typing; without JavaScript, by its button.
 * @param path address of the list
 * @param label of the search, such as "Search in all logs"
 * @param summary what the list can be narrowed by, such as "Job, days, and kind"
 * @param all label of the link that takes all filters away
 * @param children fields to narrow the list by besides job and days
 */
export function FilterForm({
  path,
  filters,
  jobs,
  label,
  hint,
  summary,
  all,
  children,
}: {
  path: string;
  filters: ListFilters;
  jobs: readonly Choice[];
  label: string;
  hint: string;
  summary: string;
  all: string;
  children?: ReactNode;
}) {
  const submit = useSubmit();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { words, job, from, to, type } = filters;
  const isNarrowed = Boolean(job || from || to || type);
  return (
    <Form
      action={path}
      role="search"
      className="office-search"
      onInput={({ currentTarget }) => {
        clearTimeout(pause.current);
        pause.current = setTimeout(
          () => void submit(currentTarget, { replace: true, preventScrollReset: true }),
          PAUSE_MS,
        );
      }}
    >
      {filters.oldestFirst ? <input type="hidden" name="sort" value="date" /> : null}
      <div className="search-line">
        <Field
          name="q"
          label={label}
          hint={hint}
          unmarked
          type="search"
          defaultValue={words}
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
        />
        <SubmitButton kind="plain">Search</SubmitButton>
      </div>
      <details open={isNarrowed} className="office-narrow">
        <summary>{summary}</summary>
        <div className="office-narrow-fields">
          <Select
            name="job"
            label="Job"
            unmarked
            defaultValue={job ?? ""}
            options={jobs}
            placeholder="All jobs"
          />
          {children}
          <Field name="from" label="From" type="date" unmarked defaultValue={from ?? ""} />
          <Field name="to" label="To" type="date" unmarked defaultValue={to ?? ""} />
        </div>
      </details>
      {hasFilters(filters) ? (
        <p>
          <a className="text-link inline-flex min-h-11 items-center" href={path}>
            {all}
          </a>
        </p>
      ) : null}
    </Form>
  );
}
