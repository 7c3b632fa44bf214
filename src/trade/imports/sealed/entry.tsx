import type { Source } from "#trade/jobs/public.tsx";
import { firstWritten } from "#trade/fieldwork/public.ts";
import type { ShownRecord } from "#ground/sync/public.tsx";
import { formatBytes } from "#platform/measures/bytes.ts";
import { importedOf, importedTitle, NOT_OURS } from "./sealed.ts";

/** Lines that are shown before the rest is unfolded. */
const FIRST_LINES = 6;

/** What was recorded in another product, with the note that nobody signed it here. */
export function ImportedEntry({ record }: { record: ShownRecord }) {
  const { by, text, paper } = importedOf(record.values);
  const lines = text.split("\n").filter((one) => one.trim() !== "");
  const rest = lines.slice(FIRST_LINES);
  return (
    <div className="grid gap-3">
      <p className="log-meta">
        {NOT_OURS}
        {by === null ? null : ` Written by ${by}.`}
      </p>
      <Lines lines={lines.slice(0, FIRST_LINES)} />
      {rest.length > 0 ? (
        <details>
          <summary>{rest.length === 1 ? "1 more line" : `${rest.length} more lines`}</summary>
          <Lines lines={rest} />
        </details>
      ) : null}
      {paper === null ? null : (
        <p>
          <a
            className="text-link wrap-anywhere"
            href={`/account/imports/papers/${record.job}/${paper.sha256}`}
            download={paper.name}
          >
            {paper.name}
          </a>{" "}
          ({formatBytes(paper.bytes)})
        </p>
      )}
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.length === 0 ? null : (
    <p className="job-note wrap-anywhere whitespace-pre-line">{lines.join("\n")}</p>
  );
}

/** Imported records on the timeline of a job, at the time of the import and without an author of ours. */
export const importedSource = (kind: string, tool: string): Source => ({
  kind,
  tool,
  entriesOf(record) {
    const imported = importedOf(record.values);
    const written = firstWritten(record.fields);
    if (!written || imported.date === null) return [];
    return [
      {
        id: record.id,
        // When it came here: the timeline says “Saved” beside it. Its title has the day it is about.
        at: written.at,
        title: importedTitle(imported),
        body: <ImportedEntry record={record} />,
        record,
      },
    ];
  },
});
