import { useRef } from "react";
import { Form, useSubmit } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { type Choice, Field, Select } from "#ui/field.tsx";
import { hasFilters, type Filters, LONGEST_SEARCH } from "./filters.ts";
import { TYPE_LABELS, TYPES } from "../rules.ts";

const PAUSE_MS = 250;

/** Submits itself while typing; without JavaScript, by its button. */
export function OfficeFilters({ filters, jobs }: { filters: Filters; jobs: readonly Choice[] }) {
  const submit = useSubmit();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { words, job, from, to, type } = filters;
  const isNarrowed = Boolean(job || from || to || type);
  return (
    <Form
      action="/account/logs"
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
      <div className="office-search-line">
        <Field
          name="q"
          label="Find in all logs"
          hint="Words, people, trades, tags, weather: “rain”, “framing”, “Ramirez”."
          unmarked
          type="search"
          defaultValue={words}
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
        />
        <SubmitButton kind="plain">Find</SubmitButton>
      </div>
      <details open={isNarrowed} className="office-narrow">
        <summary>Job, days, and kind</summary>
        <div className="office-narrow-fields">
          <Select
            name="job"
            label="Job"
            unmarked
            defaultValue={job ?? ""}
            options={jobs}
            placeholder="All jobs"
          />
          <Select
            name="type"
            label="Kind of entry"
            unmarked
            defaultValue={type ?? ""}
            options={TYPES.map((one) => ({ value: one, label: TYPE_LABELS[one] }))}
            placeholder="All kinds"
          />
          <Field name="from" label="From" type="date" unmarked defaultValue={from ?? ""} />
          <Field name="to" label="To" type="date" unmarked defaultValue={to ?? ""} />
        </div>
      </details>
      {hasFilters(filters) ? (
        <p>
          <a className="text-link inline-flex min-h-11 items-center" href="/account/logs">
            Show all days
          </a>
        </p>
      ) : null}
    </Form>
  );
}
