import { plainHeader } from "#platform/csv/plain-header.ts";
import type { CsvRecord } from "#platform/csv/read-csv.ts";
import type { ImportFormat, ImportRow, KnownExport } from "./format.ts";

/** Column index, from 0, by the name of a format’s column. */
export type ImportMapping = Readonly<Record<string, number>>;

/** Finds a format’s columns among headers; each header is used once. */
export function guessColumns({ columns }: ImportFormat, headers: readonly string[]): ImportMapping {
  const words = headers.map(plainHeader);
  const used = new Set<number>();
  const mapping: Record<string, number> = {};
  // Surest patterns of all columns first, so that "Project name" isn’t used up by a vague "name".
  const longest = Math.max(0, ...columns.map((column) => column.words.length));
  for (let rank = 0; rank < longest; rank++)
    for (const column of columns) {
      const pattern = column.words[rank];
      if (!pattern || mapping[column.name] !== undefined) continue;
      const at = words.findIndex((word, place) => !used.has(place) && pattern.test(word));
      if (at < 0) continue;
      mapping[column.name] = at;
      used.add(at);
    }
  return mapping;
}

/** The export that these headers are of; undefined for an unknown one. */
export function exportOf({ exports }: ImportFormat, headers: readonly string[]): KnownExport | undefined {
  const words = new Set(headers.map(plainHeader));
  return exports.find(({ heads }) => heads.every((head) => words.has(plainHeader(head))));
}

/** Why a mapping can’t be used, by column. */
export function columnErrors({ columns }: ImportFormat, mapping: ImportMapping): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap(({ name, label, isRequired }) =>
      isRequired && mapping[name] === undefined ? [[name, `Choose the column for “${label}”.`] as const] : [],
    ),
  );
}

/** The formats of a table, as its headers tell: those of a known export, else the one that fits best. */
export function recognize(formats: readonly ImportFormat[], headers: readonly string[]): ImportFormat[] {
  const tables = formats.filter(({ columns }) => columns.length > 0);
  const known = tables.filter((format) => exportOf(format, headers));
  if (known.length > 0) return known;
  // Two columns besides what is required, so that a list of names isn’t mistaken for one of jobs.
  const fitting = tables
    .map((format) => ({ format, found: Object.keys(guessColumns(format, headers)).length }))
    .filter(
      ({ format, found }) =>
        found > 2 && Object.keys(columnErrors(format, guessColumns(format, headers))).length === 0,
    )
    .toSorted((a, b) => b.found - a.found);
  const [best, second] = fitting;
  // A tie is for the owner to decide.
  return best && best.found > (second?.found ?? 0) ? [best.format] : [];
}

const SPACE = /[\p{Cc}\s]+/gu;

const clean = (cell: string | undefined) => (cell ?? "").toWellFormed().replaceAll("\0", "").trim();

/** A record of a file as a format sees it. */
export function rowOf(
  { line, cells }: CsvRecord,
  mapping: ImportMapping,
  headers: readonly string[],
): ImportRow {
  const used = new Set(Object.values(mapping));
  return {
    line,
    of(column) {
      const at = mapping[column];
      return at === undefined ? "" : clean(cells[at]);
    },
    others: () =>
      headers.flatMap((header, at) => {
        const cell = used.has(at) ? "" : clean(cells[at]);
        return cell ? [[header, cell] as const] : [];
      }),
  };
}

/** On one line, cut off at `most` characters; null if nothing is left. */
export function lineOf(text: string, most: number): string | null {
  const line = text.replaceAll(SPACE, " ").trim();
  return line ? cutOff(line, most) : null;
}

/** Text of several lines, cut off at `most` characters; null if nothing is left. */
export function textOf(text: string, most: number): string | null {
  const clean = text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .trim();
  return clean ? cutOff(clean, most) : null;
}

/** Without the first half of an emoji that would be cut in two. */
const cutOff = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
