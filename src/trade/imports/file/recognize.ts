import { guessMapping, mappingErrors, programOf } from "#trade/leads/public.server.ts";
import { exportOf, guessColumns, recognize } from "../format/columns.ts";
import type { ImportFormat } from "../format/format.ts";
import { definedFormats } from "../format/registry.ts";
import { type Archive, isTable, isZip, openArchive } from "./archive.ts";
import type { ImportPart } from "./part.ts";
import { readTable } from "./table.ts";
import { type Table, wrongFile } from "./table-type.ts";

/** What a list of people is called where a format’s id is stored. Its import is that of leads. */
export const PEOPLE = "people";

/** Finds out what a file has, by the names of its columns and files. @throws AppError invalid, for `file` */
export async function partsOf(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<{ parts: readonly ImportPart[]; archive: Archive | null }> {
  if (!isZip(bytes)) return { parts: partsOfTable(readTable(bytes, name), null, name), archive: null };
  const archive = await openArchive(bytes, name);
  const parts: ImportPart[] = [];
  for (const { path } of archive.files.filter((file) => isTable(file.name))) {
    const table = await archive.read(path).catch(() => {
      throw wrongFile(`“${path}” is damaged in the ZIP. Make the ZIP again.`);
    });
    parts.push(...partsOfTable(readTable(table, path), path, `${name} ${path}`));
  }
  const program = parts.find((part) => part.program !== null)?.program ?? productIn(name);
  for (const format of definedFormats()) {
    const rows = archive.files.filter((file) => format.accepts?.(file)).length;
    if (rows > 0) parts.push(partOf(format, { path: null, program, rows }));
  }
  if (parts.length === 0)
    throw wrongFile(`“${name}” has no table, photo, or paper in it that we can import.`);
  return { parts, archive };
}

/** Products whose exports have no header of their own, and are often named for them. */
const PRODUCTS = ["Jobber", "CompanyCam", "SafetyCulture", "Raken", "Fieldwire"] as const;

const productIn = (name: string): string | null =>
  PRODUCTS.find((one) =>
    name
      .replaceAll(/[^a-z]/gi, "")
      .toLowerCase()
      .includes(one.toLowerCase()),
  ) ?? null;

/** @param named the names that may tell the product */
function partsOfTable(table: Table, path: string | null, named: string): ImportPart[] {
  const { headers, records, dayFirst } = table;
  const formats = recognize(definedFormats(), headers);
  const isKnown = formats.some((format) => exportOf(format, headers));
  const program = programOf(headers);
  if (!isKnown && (program !== null || (formats.length === 0 && isPeople(headers))))
    return [{ path, format: PEOPLE, program, headers, mapping: {}, dayFirst, rows: records.length }];
  if (formats.length === 0)
    return [{ path, format: null, program: null, headers, mapping: {}, dayFirst, rows: records.length }];
  const product = productIn(named);
  return formats.map((format) => {
    const part = partOf(format, { path, headers, dayFirst, rows: records.length });
    return { ...part, program: part.program ?? product };
  });
}

const isPeople = (headers: readonly string[]): boolean =>
  Object.keys(mappingErrors(guessMapping(headers), headers)).length === 0;

/** A part that becomes what a format says, with its columns guessed. */
export const partOf = (
  format: ImportFormat,
  {
    headers = [],
    dayFirst = false,
    ...of
  }: Pick<ImportPart, "path" | "rows"> & Partial<Pick<ImportPart, "headers" | "dayFirst" | "program">>,
): ImportPart => ({
  program: exportOf(format, headers)?.program ?? null,
  ...of,
  format: format.id,
  headers,
  mapping: guessColumns(format, headers),
  dayFirst,
});
