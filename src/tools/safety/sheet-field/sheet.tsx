import { useState } from "react";
import { Link, useParams } from "react-router";
import { type ShownRecord, useRecord } from "#ground/sync/public.tsx";
import {
  Conflicts,
  describeFailure,
  EntryMarks,
  useOnline,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { JobChemicals } from "../chemicals/field.tsx";
import { describeSheet } from "../sheets/facts.ts";
import { SHEET, sheetOf } from "../sheets/sheet.ts";
import { SheetPages } from "./pages.tsx";
import { pdfPath, sheetPath, useSavedSheets, useSheetPdf } from "./use-sheets.ts";

/** A sheet of a job, page by page. */
export default function JobSheetScreen({ me }: { me: ToolUser }) {
  const record = useRecord(SHEET, useParams()["sheetId"]!);
  const { name } = sheetOf(record?.values ?? {});
  return (
    <ToolPage me={me} title={name || "Sheet"}>
      {record === undefined ? null : record === null || record.isRemoved ? (
        <p>This sheet isn’t on the job anymore.</p>
      ) : (
        <Shown record={record} />
      )}
    </ToolPage>
  );
}

function Shown({ record }: { record: ShownRecord }) {
  const { job, isOwnBusiness, people } = useScreen();
  const isOnline = useOnline();
  const sheet = sheetOf(record.values);
  const pdf = useSheetPdf({ record, sheet });
  const why = useSavedSheets(job);
  const { write, line } = useWrite();
  const [failed, setFailed] = useState<string>();
  const pin = () => write({ kind: SHEET, record: record.id, job, sets: { pinned: !sheet.pinned } });
  return (
    <>
      <p className="mb-2">
        <Link className="text-link" to={sheetPath(job)}>
          All sheets of this job
        </Link>
      </p>
      <p className="estimate-quiet">
        {describeSheet({ ...sheet, pages: sheet.file?.pages ?? 1 })}
        {sheet.version > 1 ? `, version ${sheet.version}` : ""}
      </p>
      {sheet.hasText ? null : (
        <p className="estimate-quiet">A scan without text. Only its name and maker find it.</p>
      )}
      <EntryMarks record={record} />
      <Conflicts record={record} people={people} />
      <div className="sheet-acts">
        {isOwnBusiness ? (
          <Button
            type="button"
            kind={sheet.pinned ? "plain" : "chalk"}
            aria-pressed={sheet.pinned}
            onClick={() => void pin()}
          >
            {sheet.pinned ? "Unpin" : "Pin to this job"}
          </Button>
        ) : null}
        {isOnline ? (
          <a className="button" data-kind="plain" href={pdfPath(record.id)}>
            Open the PDF
          </a>
        ) : null}
      </div>
      <p className="field-hint" role="status">
        {sheet.pinned
          ? (why ?? "Pinned: every phone that opens Safety on this job saves it, for when there’s no signal.")
          : isOwnBusiness
            ? "Pin it so that everyone on this job can open it without a signal."
            : "It isn’t pinned, so it opens only with a signal."}
      </p>
      {line}
      <JobChemicals sheet={sheet} />
      {pdf ? (
        <SheetPages
          key={sheet.file?.sha256}
          pdf={pdf}
          failed={(error) => setFailed(describeFailure(error))}
        />
      ) : (
        <p className="mt-6" role="status">
          {pdf === undefined
            ? "Opening…"
            : isOnline
              ? "The server can’t send this sheet right now. Try again in a minute."
              : "This sheet isn’t on this device. Open it with a signal, or have it pinned to the job."}
        </p>
      )}
      <StatusLine kind="error">{failed}</StatusLine>
    </>
  );
}
