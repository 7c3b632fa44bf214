import { useDeferredValue, useMemo, useState } from "react";
import { Link } from "react-router";
import { EntryMarks, useOnline, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { SafetyWays } from "../ways.tsx";
import { posterPath } from "../sheets/path.ts";
import { findSheets, TYPE_LABELS } from "../sheets/sheet.ts";
import { type JobSheet, sheetPath, useSheets } from "./use-sheets.ts";

/** The safety data sheets and plans of a job, found by a word. */
export default function JobLibrary({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Library">
      <SafetyWays here="library" />
      <Sheets />
    </ToolPage>
  );
}

/** Shown at once. */
const FIRST = 50;

function Sheets() {
  const { job, isOwnBusiness } = useScreen();
  const isOnline = useOnline();
  const sheets = useSheets(job);
  const [typed, setTyped] = useState("");
  const [isAll, setAll] = useState(false);
  const words = useDeferredValue(typed);
  const found = useMemo(() => findSheets(sheets ?? [], words), [sheets, words]);
  if (!sheets) return null;
  if (sheets.length === 0)
    return (
      <p className="max-w-measure">
        {isOwnBusiness ? (
          <>
            No sheets on this job yet. Add the SDS of what’s used here in the{" "}
            <a className="text-link" href="/account/safety/library">
              library of your business
            </a>
            , and put it on this job.
          </>
        ) : (
          "No sheets on this job yet."
        )}
      </p>
    );
  const shown = isAll ? found : found.slice(0, FIRST);
  return (
    <>
      <Field
        name="find"
        type="search"
        label="Find a sheet"
        hint="A name, a maker, or words in it."
        unmarked
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found.length === 0 ? (
        <p className="mt-4 max-w-measure">No sheet of this job has these words. Try fewer, or the maker.</p>
      ) : null}
      <ul className="talk-list mt-4">
        {shown.map((one) => (
          <OneSheet key={one.record.id} one={one} />
        ))}
      </ul>
      {shown.length < found.length ? (
        <Button type="button" kind="quiet" onClick={() => setAll(true)}>
          Show all {found.length} sheets
        </Button>
      ) : null}
      {isOwnBusiness && isOnline && sheets.some(({ sheet }) => sheet.type === "sds") ? (
        <p className="mt-6">
          <a className="button" data-kind="plain" href={posterPath(job)}>
            QR poster of the SDS list
          </a>
        </p>
      ) : null}
    </>
  );
}

function OneSheet({ one: { record, sheet } }: { one: JobSheet }) {
  const { job } = useScreen();
  const { type, maker, file, pinned, hasText } = sheet;
  const pages = file?.pages ?? 1;
  return (
    <li>
      <Link to={sheetPath(job, record.id)}>
        <b>{sheet.name}</b>
        <span>
          {[
            ...[TYPE_LABELS[type], maker, pages === 1 ? "1 page" : `${pages} pages`],
            ...(hasText ? [] : ["a scan"]),
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </Link>
      {pinned ? <span className="sheet-pin">Pinned</span> : null}
      <EntryMarks record={record} />
    </li>
  );
}
