import { isDayFirst } from "#platform/csv/dates.ts";
import { type FoundKind, watchEncoding } from "#platform/csv/encoding.ts";
import { type CsvRecord, createCsvReader, guessDialect } from "#platform/csv/read-csv.ts";
import { readTemplate } from "./json.ts";
import { type Table, wrongFile } from "./table-type.ts";

/** More is a database, not what a contractor has worked on. */
const MOST_ROWS = 20_000;
const MOST_COLUMNS = 200;
const HEAD_CHARACTERS = 64 * 1024;
/** Records above the header: a title, the date of the export. */
const MOST_TITLES = 10;
const PIECE_CHARACTERS = 1024 * 1024;

/** What the bytes are: an encoding of text, a ZIP or workbook, or no text. */
function kindOfBytes(bytes: Uint8Array): FoundKind {
  const watch = watchEncoding();
  watch.push(bytes);
  return watch.end();
}

/**
 * Reads a table: CSV in any encoding and with any separator, or a checklist in JSON.
 * @param name of the file, for what is wrong with it
 * @throws AppError invalid, for the field `file`
 */
export function readTable(bytes: Uint8Array, name: string): Table {
  const encoding = kindOfBytes(bytes);
  if (encoding === "workbook")
    throw wrongFile(
      `“${name}” is an Excel workbook. In Excel, choose File > Save As > “CSV UTF-8”, and upload that file.`,
    );
  if (encoding === "no-text")
    throw wrongFile(`“${name}” isn’t a CSV file or a ZIP. Export your data as CSV.`);
  const text = new TextDecoder(encoding).decode(bytes);
  if (/^\s*[{[]/.test(text)) return readTemplate(text, name);
  const records = recordsOf(text, name);
  const [first] = records;
  if (!first) throw wrongFile(`“${name}” is empty.`);
  // The header is the first record as wide as the table; what is above it is a title.
  const width = Math.max(...records.slice(0, MOST_TITLES + 2).map(({ cells }) => filled(cells)));
  const at = records.slice(0, MOST_TITLES + 1).findIndex(({ cells }) => filled(cells) * 2 > width);
  const header = records[Math.max(0, at)]!;
  if (header.cells.length > MOST_COLUMNS)
    throw wrongFile(`“${name}” has more than ${MOST_COLUMNS} columns. Delete the ones you don’t need.`);
  const rows = records.slice(Math.max(0, at) + 1);
  if (rows.length === 0) throw wrongFile(`“${name}” has column names but no rows.`);
  return {
    headers: header.cells.map((cell, place) => cell.trim().slice(0, 200) || `Column ${place + 1}`),
    records: rows,
    dayFirst: rows.some(({ cells }) => cells.some(isDayFirst)),
  };
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "").length;

function recordsOf(text: string, name: string): CsvRecord[] {
  const { delimiter, quoting } = guessDialect(text.slice(0, HEAD_CHARACTERS));
  const reader = createCsvReader(delimiter, quoting);
  const records: CsvRecord[] = [];
  for (let from = 0; from <= text.length; from += PIECE_CHARACTERS) {
    const more = reader.push(text.slice(from, from + PIECE_CHARACTERS));
    records.push(...more.filter(({ cells }) => filled(cells) > 0));
    if (records.length > MOST_ROWS + MOST_TITLES)
      throw wrongFile(
        `“${name}” has more than ${MOST_ROWS.toLocaleString("en-US")} rows. Split it, and import the parts one at a time. Nothing was saved.`,
      );
  }
  records.push(...reader.end().filter(({ cells }) => filled(cells) > 0));
  return records;
}
