import type { FormFailure } from "#platform/http/answers.server.ts";
import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Select } from "#ui/field.tsx";
import { DataList, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import type { ImportView } from "../view.server.ts";
import { Problems } from "./problems.tsx";

type Refusal = FormFailure<Readonly<Record<string, string>>> | undefined;
type Part = ImportView["parts"][number];

/** "12 jobs" */
const countOf = (many: number, [one, more]: readonly string[]): string =>
  `${formatNumber(many)} ${many === 1 ? one : more}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What we found in a file, what is unclear, and the form to import it. */
export function Preview({ view, refused }: { view: ImportView; refused: Refusal }) {
  const { preview, parts } = view;
  const refusalOf = (intent: string) => (refused?.values["intent"] === intent ? refused : undefined);
  const total = (pick: "added" | "known" | "repeated" | "refused") =>
    (preview?.counts ?? []).reduce((sum, count) => sum + count[pick], 0);
  const people = parts.filter((part) => part.people !== null);
  return (
    <>
      <StatusLine kind="error">{refused?.message}</StatusLine>
      {preview && preview.counts.length > 0 ? (
        <DataList
          counts
          items={[
            ...preview.counts.map(({ nouns, added }) => [`New ${nouns[1]}`, formatNumber(added)] as const),
            ...(preview.newJobs.count > 0
              ? [["New jobs that the file names", formatNumber(preview.newJobs.count)] as const]
              : []),
            ["Already here", formatNumber(total("known"))],
            ["Duplicates in the file", formatNumber(total("repeated"))],
            ["Can’t be imported as is", formatNumber(total("refused"))],
          ]}
        />
      ) : null}
      {people.length > 0 ? (
        <Section title="People" id="people">
          <p className="mt-4 max-w-measure">
            Lists of people have a preview of their own, because we ask whether they agreed to get email.
            Import them first: then the jobs find their clients.
          </p>
          <ul className="mt-4 grid gap-3">
            {people.map((part) => (
              <li key={part.at}>
                <LinkButton kind="plain" href={`/account/leads/import/${part.people}`}>
                  Preview {part.path}: {countOf(part.rows, ["row", "rows"])}
                </LinkButton>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {parts.some((part) => part.people === null) ? (
        <Found view={view} refused={refusalOf("choices")} jobError={refused?.errors["jobId"]} />
      ) : null}
      <Problems problems={view.problems} all={total("refused")} />
      <Start view={view} added={total("added")} />
      <form method="post" className="mt-10">
        <SubmitButton kind="stop" size="small" name="intent" value="discard">
          Discard this file
        </SubmitButton>
      </form>
    </>
  );
}

function Found({
  view,
  refused,
  jobError,
}: {
  view: ImportView;
  refused: Refusal;
  jobError: string | undefined;
}) {
  const { preview } = view;
  const parts = view.parts.filter((part) => part.people === null);
  return (
    <Section title="What we found" id="found">
      {preview && preview.newJobs.count > 0 ? (
        <p className="mt-4 max-w-measure">
          These jobs aren’t here yet, so they’re added: {preview.newJobs.names.join(", ")}
          {preview.newJobs.count > preview.newJobs.names.length ? ", and others" : ""}.
        </p>
      ) : null}
      {preview && preview.rows.length > 0 ? (
        <div className="mt-6">
          <Table
            caption="The first ones"
            rows={preview.rows.map((row, at) => ({ ...row, at }))}
            rowKey={(row) => String(row.at)}
            columns={[
              { label: "What", cell: (row) => capital(row.what) },
              { label: "Name", cell: (row) => <span className="wrap-anywhere">{row.title}</span> },
              {
                label: "Details",
                cell: (row) => (
                  <span className="wrap-anywhere">
                    {[row.job, row.details, row.isKnown ? "Already here" : ""].filter(Boolean).join(" · ") ||
                      "–"}
                  </span>
                ),
              },
            ]}
          />
        </div>
      ) : null}
      <form method="post" action="#found" className="form mt-8">
        <ErrorSummary errors={refused?.errors} />
        {view.onJob ? (
          <div className="max-w-narrow">
            <Select
              name="jobId"
              label="Job for what names none"
              unmarked
              placeholder="None"
              options={view.jobs}
              defaultValue={refused?.values["jobId"] ?? view.jobId}
              error={jobError ?? (preview?.needsJob ? "Choose the job that this is for." : undefined)}
            />
          </div>
        ) : null}
        {parts.map((part) => (
          <PartFields key={part.at} part={part} view={view} refused={refused} isOnly={parts.length === 1} />
        ))}
        <SubmitButton kind="plain" name="intent" value="choices" busy="Reading the file...">
          Update
        </SubmitButton>
      </form>
    </Section>
  );
}

/** What one table is, and what its columns mean. */
function PartFields({
  part,
  view,
  refused,
  isOnly,
}: {
  part: Part;
  view: ImportView;
  refused: Refusal;
  isOnly: boolean;
}) {
  if (part.headers.length === 0) return null;
  const columns = part.headers.map((header, at) => ({ value: String(at), label: header }));
  // Columns belong to the kind of thing that was shown.
  const valueOf = (name: string) => refused?.values[name];
  return (
    <fieldset className="grid gap-6">
      <legend className="mb-4 font-bold">{part.path ?? (isOnly ? "The file" : view.fileName)}</legend>
      <p className="max-w-measure">
        {part.program ? `This looks like an export of ${part.program}, ` : "A table "}
        with {countOf(part.rows, ["row", "rows"])}.
        {part.format === "" ? " We don’t know what it is. Choose what it has, or leave it out." : null}
        {part.format !== "" && part.leftOut.length > 0
          ? ` ${part.copiesOthers ? "Columns that are copied as they are" : "Columns we don’t import"}: ${part.leftOut.join(", ")}.`
          : null}
      </p>
      <div className="max-w-narrow">
        <Select
          name={`what-${part.at}`}
          label="What’s in it"
          unmarked
          placeholder="Leave it out"
          options={view.what}
          defaultValue={part.format}
        />
      </div>
      {part.columns.length > 0 ? (
        // Closed while nothing is missing: on a phone, twenty columns are a long way to the button.
        <details open={part.columns.some(({ at, isRequired }) => isRequired && at === null)}>
          <summary>What the columns mean</summary>
          <div className="mt-6 grid gap-6">
            <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
              {part.columns.map(({ name, label, at }) => (
                <Select
                  key={name}
                  name={`col-${part.at}-${name}`}
                  label={label}
                  unmarked
                  placeholder="None"
                  options={columns}
                  defaultValue={valueOf(`col-${part.at}-${name}`) ?? String(at ?? "")}
                  error={refused?.errors[`col-${part.at}-${name}`]}
                />
              ))}
            </div>
            <Checkbox
              name={`day-${part.at}`}
              label="Dates start with the day: 1/2 is February 1"
              defaultChecked={part.dayFirst}
            />
          </div>
        </details>
      ) : null}
    </fieldset>
  );
}

function Start({ view: { preview }, added }: { view: ImportView; added: number }) {
  if (!preview) return null;
  const counts = preview.counts.filter((count) => count.added > 0);
  return (
    <Section title="Import" id="start">
      {added > 0 && !preview.needsJob ? (
        <form method="post" action="#start" className="form mt-4 max-w-narrow">
          <p>What’s here already doesn’t change. You can undo the import for 30 days.</p>
          <SubmitButton name="intent" value="start" busy="Starting...">
            Import {counts.map(({ added: many, nouns }) => countOf(many, nouns)).join(", ")}
          </SubmitButton>
        </form>
      ) : (
        <p className="mt-4 max-w-measure">
          {preview.needsJob
            ? "Choose the job under “What we found” first."
            : preview.counts.some(({ known }) => known > 0)
              ? "Everything in this file is here already. There’s nothing to import."
              : "Nothing in this file can be imported as is. Choose what it has under “What we found”."}
        </p>
      )}
    </Section>
  );
}
