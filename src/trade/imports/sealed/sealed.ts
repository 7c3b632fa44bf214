import {
  readDate,
  readNumber,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import { formatLongDate } from "#trade/fieldwork/public.ts";

/** Characters. A command has 64 KB, and a character up to four bytes in JSON. */
export const LONGEST = { program: 60, title: 200, by: 120, text: 12_000, fileName: 200 } as const;

/** The PDF that an imported record was in the other product. */
export interface ImportedPaper {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

const SHA256 = /^[0-9a-f]{64}$/;

function paperOf(value: unknown): ImportedPaper | null {
  const { name, sha256, bytes } = readRecord(value) ?? {};
  const hash = readText(sha256);
  return SHA256.test(hash)
    ? { name: readText(name) || "Report.pdf", sha256: hash, bytes: readNumber(bytes) ?? 0 }
    : null;
}

/**
 * Reads what was recorded in another product and copied here. Nobody signed or saw it here, and everything
 * that shows it says so.
 */
export const importedOf = (values: Values) => ({
  /** "Raken"; null if the file didn’t tell. */
  program: readTextOrNull(values["program"]),
  /** The day it is about, "2026-05-01". */
  date: readDate(values["date"]),
  title: readText(values["title"]),
  /** Who wrote it there. */
  by: readTextOrNull(values["by"]),
  text: readText(values["text"]),
  paper: paperOf(values["paper"]),
});
export type Imported = ReturnType<typeof importedOf>;

/** Shown with every imported record. */
export const NOT_OURS = "This is a copy. Nobody wrote or signed it in Plumbline.";

/** "Imported from Raken: Daily log, Friday, May 1, 2026" */
export const importedTitle = ({ program, title, date }: Imported): string =>
  `Imported${program === null ? "" : ` from ${program}`}: ${[title, date === null ? "" : formatLongDate(date)].filter(Boolean).join(", ")}`;
