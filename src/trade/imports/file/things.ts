import { derivedId } from "#platform/ids/derived-id.ts";
import { columnErrors, exportOf, rowOf } from "../format/columns.ts";
import type { ImportFormat, ImportProblem, ImportRow, ReadOptions } from "../format/format.ts";
import type { ImportedRecord } from "../format/record.ts";
import { formatOf } from "../format/registry.ts";
import { type Archive, isZip, openArchive } from "./archive.ts";
import type { ImportPart } from "./part.ts";
import { readTable } from "./table.ts";

/** One thing in a file: what becomes of it, or why nothing does. */
export interface Thing {
  readonly format: ImportFormat;
  readonly program: string | null;
  /** "jobs.csv, line 12" or "Mill Rd/plan.pdf". */
  readonly where: string;
  readonly read: ImportedRecord | ImportProblem;
  /** Whether the file has it before already. */
  readonly isRepeated: boolean;
  /** The same for the same thing of the same product, whatever file it is in. */
  readonly identity: string;
}

/** A file that was opened, with everything in it in the order in which it is imported. */
export interface OpenedFile {
  readonly things: readonly Thing[];
  readonly archive: Archive | null;
}

/**
 * Reads everything in a file. Depends only on its arguments, so an interrupted import goes on where it was.
 * @throws AppError invalid, for the field `file`
 */
export async function openFile(
  bytes: Uint8Array<ArrayBuffer>,
  {
    name,
    parts,
    zone,
  }: { readonly name: string; readonly parts: readonly ImportPart[]; readonly zone: string },
): Promise<OpenedFile> {
  const archive = isZip(bytes) ? await openArchive(bytes, name) : null;
  const seen = new Set<string>();
  const things: Thing[] = [];
  const planned = parts
    .flatMap((part) => {
      const format = formatOf(part.format);
      return format && Object.keys(columnErrors(format, part.mapping)).length === 0 ? [{ part, format }] : [];
    })
    .toSorted((a, b) => a.format.order - b.format.order);
  for (const { part, format } of planned) {
    const options = { program: part.program, dayFirst: part.dayFirst, zone };
    const found =
      part.headers.length > 0
        ? readRows(
            format,
            readTable(part.path === null ? bytes : await archive!.read(part.path), part.path ?? name),
            { part, options },
          )
        : filesOf(format, archive, options);
    for (const { where, read } of found) {
      const identity =
        "problem" in read ? "" : identityOf(format, exportOf(format, part.headers)?.program ?? null, read);
      things.push({
        format,
        program: part.program,
        where,
        read,
        identity,
        isRepeated: identity !== "" && seen.has(identity),
      });
      seen.add(identity);
    }
  }
  return { things, archive };
}

/**
 * By the header alone, because a file may be renamed. On a job, the same key is another thing on another job.
 */
const identityOf = (
  format: ImportFormat,
  program: string | null,
  { key, job, isJob }: ImportedRecord,
): string => derivedId("imports.thing", format.id, program ?? "", key, isJob ? "" : (job?.name ?? ""));

type Found = Pick<Thing, "where" | "read">;

function readRows(
  format: ImportFormat,
  { records }: ReturnType<typeof readTable>,
  { part, options }: { readonly part: ImportPart; readonly options: ReadOptions },
): Found[] {
  const whereOf = ({ line }: ImportRow) =>
    part.path === null ? `Line ${line}` : `${part.path}, line ${line}`;
  const faulty = records.filter(({ fault }) => fault === "open-quote" || fault === "too-long");
  const rows = records
    .filter((one) => !faulty.includes(one))
    .map((one) => rowOf(one, part.mapping, part.headers));
  const groups = new Map<string, [ImportRow, ...ImportRow[]]>();
  for (const [at, row] of rows.entries()) {
    const key = format.groupBy ? JSON.stringify(format.groupBy.map((column) => row.of(column))) : String(at);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [
    ...faulty.map((one) => ({
      where: whereOf(rowOf(one, part.mapping, part.headers)),
      read: {
        problem:
          one.fault === "open-quote" ? "A quotation mark isn’t closed in this row." : "This row is too long.",
      },
    })),
    ...[...groups.values()].map((group) => ({
      where: whereOf(group[0]),
      read: format.read?.(group, options) ?? { problem: "We can’t read this." },
    })),
  ];
}

const filesOf = (format: ImportFormat, archive: Archive | null, options: ReadOptions): Found[] =>
  (archive?.files ?? []).flatMap((file) =>
    format.accepts?.(file) && format.readFile
      ? [{ where: file.path, read: format.readFile(file, options) }]
      : [],
  );
