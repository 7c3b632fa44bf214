import { useEffect, useMemo, useState } from "react";
import {
  forgetUnwantedOriginals,
  savedOriginal,
  saveOriginals,
  type ShownRecord,
  useRecords,
  useStore,
} from "#ground/sync/public.tsx";
import { useOnline } from "#trade/fieldwork/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { warmPdf } from "#platform/pdf-pages/open-pdf.ts";
import { foundBy, SHEET, type Sheet, sheetOf } from "../sheets/sheet.ts";

export interface JobSheet {
  readonly record: ShownRecord;
  readonly sheet: Sheet;
  /** Folded, see `foundBy`. */
  readonly found: string;
}

/** The sheets of a job by name; undefined until they are loaded. */
export function useSheets(job: string): readonly JobSheet[] | undefined {
  const records = useRecords(SHEET, job);
  return useMemo(
    () =>
      records
        ?.map((record) => {
          const sheet = sheetOf(record.values);
          return { record, sheet, found: foundBy(sheet) };
        })
        .toSorted((one, other) => one.sheet.name.localeCompare(other.sheet.name, "en", { numeric: true })),
    [records],
  );
}

export const sheetPath = (job: string, record?: string): string =>
  `/account/job/${job}/safety/library${record ? `/${record}` : ""}`;
/** Where its PDF is fetched from. */
export const pdfPath = (record: string): string => `/account/safety/sheets/${record}/sheet.pdf`;

async function download(record: string): Promise<Blob | null> {
  const answer = await fetch(pdfPath(record));
  return answer.ok ? await answer.blob() : null;
}

/**
 * Saves the pinned sheets of a job on this device, and what opens them.
 * @returns why some aren’t saved, null if all are
 */
export function useSavedSheets(job: string): string | null {
  const store = useStore();
  const isOnline = useOnline();
  const sheets = useSheets(job);
  const [why, setWhy] = useState<string | null>(null);
  const wanted = sheets
    ?.flatMap(({ record, sheet: { pinned, file } }) =>
      pinned && file ? [`${file.sha256} ${record.id}`] : [],
    )
    .join("\n");
  useEffect(() => {
    if (!isOnline || wanted === undefined) return;
    let isCurrent = true;
    const records = new Map(
      wanted.split("\n").flatMap((one) => (one ? [one.split(" ") as [string, string]] : [])),
    );
    const hashes = [...records.keys()];
    if (hashes.length > 0) void warmPdf();
    void saveOriginals(store, job, hashes, (sha256) => download(records.get(sha256)!)).then((saved) => {
      if (!isCurrent) return;
      setWhy(saved.why);
      // A newer version is here before the one that it replaces goes.
      if (saved.why === null) void forgetUnwantedOriginals(store, job, "application/pdf", hashes);
    });
    return () => {
      isCurrent = false;
    };
  }, [store, job, wanted, isOnline]);
  return why;
}

/** The PDF of a sheet from this device, else from the server; null while it is nowhere. */
export function useSheetPdf({ record, sheet: { file } }: Omit<JobSheet, "found">): Blob | null | undefined {
  const store = useStore();
  const isOnline = useOnline();
  const sha256 = file?.sha256 ?? "";
  const here = useLive(async () => (await savedOriginal(store, sha256)) ?? null, [store, sha256]);
  const [fetched, setFetched] = useState<{ readonly sha256: string; readonly pdf: Blob | null }>();
  const isAbsent = here === null;
  useEffect(() => {
    if (!isAbsent || !isOnline) return;
    let isCurrent = true;
    void download(record.id)
      .catch(() => null)
      .then((pdf) => isCurrent && setFetched({ sha256, pdf }));
    return () => {
      isCurrent = false;
    };
  }, [record.id, sha256, isAbsent, isOnline]);
  const known = fetched?.sha256 === sha256 ? fetched.pdf : undefined;
  return here ?? (isAbsent && !isOnline ? (known ?? null) : known);
}
