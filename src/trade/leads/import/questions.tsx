import { formatNumber } from "#ui/bars.tsx";
import { Select } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { Table } from "#ui/table.tsx";
import type { ImportPreviewData, ShownRow } from "../csv/sample-rows.ts";

const CHOICES = [
  { value: "out", label: "Leave these people out" },
  { value: "in", label: "It’s about something else. Import them" },
];

/** Questions about unclear columns: do their values mean that people shouldn’t be emailed? */
export function ColumnQuestions({
  questions,
  answers,
  fileName,
}: {
  questions: ImportPreviewData["questions"];
  answers: Readonly<Record<string, string>>;
  fileName: string;
}) {
  const asked = new Map(questions.map((one) => [String(one.at), one]));
  const all = [...new Set([...asked.keys(), ...Object.keys(answers)])];
  return all.map((at) => {
    const { header, values = [] } = asked.get(at) ?? {};
    return (
      <Select
        key={at}
        name={`ask-${at}`}
        label={
          at === "file"
            ? "Did these people ask not to be emailed?"
            : `Does ${header ? `“${header}”` : "this column"} say who shouldn’t be emailed?`
        }
        unmarked
        placeholder="Choose"
        options={CHOICES}
        defaultValue={answers[at] ?? ""}
        hint={
          at === "file"
            ? `The file is called “${fileName}”.`
            : values.length
              ? `It says: ${values.map((value) => `“${value}”`).join(", ")}.`
              : undefined
        }
      />
    );
  });
}

/** Before an import: people left out because they opted out, and rows with errors. */
export function ProblemRows({
  shown,
  optedOut,
  wrong,
}: {
  shown: ImportPreviewData;
  optedOut: number;
  wrong: number;
}) {
  return (
    <>
      {shown.optedOut.length ? (
        <Section title="Left out: asked not to be emailed" id="opted-out">
          <p className="mt-4 max-w-measure">
            Your file says they did, so we don’t import or email them. If one of them is getting your
            follow-up now, it stops.
          </p>
          <Rows
            caption="People who asked not to be emailed"
            rows={shown.optedOut}
            all={optedOut}
            outcome={false}
          />
        </Section>
      ) : null}
      {shown.wrong.length ? (
        <Section title="Rows with a problem" id="wrong">
          <p className="mt-4 max-w-measure">
            You can fix these in your file before you import it. After the import, you can also download just
            these rows.
          </p>
          <Rows caption="Rows with a problem" rows={shown.wrong} all={wrong} outcome />
        </Section>
      ) : null}
    </>
  );
}

function Rows({
  caption,
  rows,
  all,
  outcome,
}: {
  caption: string;
  rows: readonly ShownRow[];
  all: number;
  outcome: boolean;
}) {
  return (
    <div className="mt-6">
      <Table
        caption={caption}
        rows={rows.map((row, at) => ({ ...row, at }))}
        rowKey={(row) => String(row.at)}
        columns={[
          { label: "Line", cell: (row) => String(row.line) },
          { label: "Who", cell: (row) => <span className="wrap-anywhere">{row.who || "–"}</span> },
          { label: "Why", cell: (row) => <span className="wrap-anywhere">{row.problem}</span> },
          ...(outcome
            ? [
                {
                  label: "Result",
                  cell: (row: ShownRow) => (row.isTaken ? "Imported without it" : "Left out"),
                },
              ]
            : []),
        ]}
      />
      {all > rows.length ? <p className="mt-2">And {formatNumber(all - rows.length)} more.</p> : null}
    </div>
  );
}
