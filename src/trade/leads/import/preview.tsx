import type { FormFailure } from "#platform/http/answers.server.ts";
import { formatNumber } from "#ui/bars.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import { DataList, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import { TARGET_LABELS } from "../csv/mapping.ts";
import { ColumnQuestions, ProblemRows } from "./questions.tsx";
import type { ImportView } from "./view.server.ts";

type Refusal = FormFailure<Readonly<Record<string, string>>> | undefined;

const people = (many: number) => `${formatNumber(many)} ${many === 1 ? "person" : "people"}`;

/** The preview before an import: counts, sample rows, and the form to start it. */
export function ImportPreview({ view, refused }: { view: ImportView; refused: Refusal }) {
  const { counts } = view;
  const refusalOf = (intent: string) => (refused?.values["intent"] === intent ? refused : undefined);
  return (
    <>
      <StatusLine kind="error">{refused?.message}</StatusLine>
      {counts ? (
        <DataList
          counts
          items={[
            ["New leads", formatNumber(counts.added)],
            ["Already here", formatNumber(counts.known)],
            ["Left out: asked not to be emailed", formatNumber(counts.optedOut ?? 0)],
            ["Opted out before, or email bounced", formatNumber(counts.suppressed)],
            ["Duplicates in the file", formatNumber(counts.repeated)],
            ["Rows with a problem", formatNumber(counts.errors)],
          ]}
        />
      ) : null}
      <Columns view={view} refused={refusalOf("columns")} />
      {counts && view.shown ? (
        <ProblemRows shown={view.shown} optedOut={counts.optedOut} wrong={counts.errors} />
      ) : null}
      {counts && counts.added + counts.known > 0 && !view.shown?.questions.length ? (
        <Start view={view} refused={refusalOf("start")} />
      ) : (
        <Section title="Import" id="start">
          <p className="mt-4 max-w-measure">
            {view.shown?.questions.length
              ? "Answer the questions under Columns first, so we don’t email anyone who asked not to be emailed."
              : counts
                ? "No one in this file can be imported as is. Check the columns above."
                : "Choose the columns first."}
          </p>
        </Section>
      )}
      <form method="post" className="mt-10">
        <SubmitButton kind="stop" size="small" name="intent" value="discard">
          Discard this file
        </SubmitButton>
      </form>
    </>
  );
}

function Columns({ view, refused }: { view: ImportView; refused: Refusal }) {
  const columns = view.headers.map((header, at) => ({ value: String(at), label: header }));
  return (
    <Section title="Columns" id="columns">
      <p className="mt-4 max-w-measure">
        {view.program ? `This looks like a list from ${view.program}. ` : null}
        {"Here’s how we read your columns, and the first rows. "}
        {view.dayFirst ? "We read dates with the day first, then the month." : null}
      </p>
      {view.signals.length ? (
        <p className="mt-4 max-w-measure">
          We leave out people who asked not to be emailed, based on: {view.signals.join(", ")}.
        </p>
      ) : null}
      {view.shown?.consent.length ? (
        <p className="mt-4 max-w-measure">
          Who agreed, based on the column:{" "}
          {view.shown.consent
            .map(
              ({ value, many, isTaken }) =>
                `“${value || "nothing"}” (${formatNumber(many)}) ${isTaken ? "imported" : "left out"}`,
            )
            .join(", ")}
          .
        </p>
      ) : null}
      {view.leftOut.length ? (
        <p className="mt-4 max-w-measure wrap-anywhere">
          {view.mapping.keepOthers ? "Columns that go into the note" : "Columns we don’t import"}:{" "}
          {view.leftOut.join(", ")}.
        </p>
      ) : null}
      {view.rows.length ? (
        <div className="mt-6">
          <Table
            caption="The first rows as leads"
            rows={view.rows.map((row, at) => ({ ...row, at }))}
            rowKey={(row) => String(row.at)}
            columns={[
              { label: "Name", cell: (row) => row.name || "–" },
              { label: "Email", cell: (row) => <span className="wrap-anywhere">{row.email || "–"}</span> },
              { label: "Phone", cell: (row) => row.phone || "–" },
              {
                label: "Details",
                cell: (row) => <span className="wrap-anywhere">{row.problem ?? (row.more || "–")}</span>,
              },
            ]}
          />
        </div>
      ) : null}
      <form method="post" action="#columns" className="form mt-8">
        <ErrorSummary errors={refused?.errors} />
        <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {Object.entries(TARGET_LABELS).map(([target, label]) => (
            <Select
              key={target}
              name={target}
              label={label}
              unmarked
              placeholder="None"
              options={columns}
              defaultValue={
                refused?.values[target] ?? String(view.mapping[target as keyof typeof TARGET_LABELS] ?? "")
              }
              error={refused?.errors[target]}
            />
          ))}
          <ColumnQuestions
            questions={view.shown?.questions ?? []}
            answers={view.mapping.answers ?? {}}
            fileName={view.fileName}
          />
        </div>
        {view.leftOut.length ? (
          <Checkbox
            name="keepOthers"
            label="Save the other columns in each person’s note"
            defaultChecked={
              refused ? refused.values["keepOthers"] === "yes" : view.mapping.keepOthers === true
            }
          />
        ) : null}
        <SubmitButton kind="plain" name="intent" value="columns" busy="Updating...">
          Update
        </SubmitButton>
      </form>
    </Section>
  );
}

function Start({ view, refused }: { view: ImportView; refused: Refusal }) {
  const { counts, starts } = view;
  return (
    <Section title="Import" id="start">
      <form method="post" action="#start" className="form mt-4 max-w-narrow">
        <ErrorSummary errors={refused?.errors} />
        <Field
          name="origin"
          label="Where are these people from?"
          hint="Such as: Clients from 2025, or Home show in May. They’ll see this at the bottom of your emails."
          required
          maxLength={200}
          defaultValue={refused?.values["origin"] ?? ""}
          error={refused?.errors["origin"]}
        />
        <Checkbox
          name="agreed"
          label={view.wording}
          hint="We save this with each person, along with the time and the file name."
          required
          defaultChecked={refused?.values["agreed"] === "yes"}
          error={refused?.errors["agreed"]}
        />
        <Select
          name="pageId"
          label="Follow-up for new people"
          unmarked
          placeholder="None"
          options={view.pages}
          defaultValue={refused?.values["pageId"] ?? ""}
          error={refused?.errors["pageId"]}
          hint={
            starts
              ? `They didn’t ask for your guide, so your emails won’t say they did. The first ones start on ${starts.first}, a few each hour on business days and more each day. The last ones start on ${starts.last}. People already here don’t change.`
              : "People already here don’t change."
          }
        />
        {view.notRunning.map((words) => (
          <p key={words} className="max-w-measure">
            {words}
          </p>
        ))}
        <SubmitButton name="intent" value="start" busy="Starting...">
          {counts?.added ? `Import ${people(counts.added)}` : "Record that they’re on this list"}
        </SubmitButton>
      </form>
    </Section>
  );
}
