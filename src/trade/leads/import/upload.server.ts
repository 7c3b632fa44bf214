import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { installation } from "#platform/config/installation.server.ts";
import { type FoundKind, type FoundText, watchEncoding } from "#platform/csv/encoding.ts";
import { type CsvDialect, csvRecords, type CsvRecord, guessDialect } from "#platform/csv/read-csv.ts";
import { csvOfVcards, isVcard } from "#platform/csv/vcard.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { receiveFile } from "#platform/http/request/upload.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { READY_DAYS } from "./data.server.ts";
import { guessMapping, type Mapping } from "../csv/mapping.ts";
import { countImport } from "./preview.server.ts";
import { forgetImportTask } from "./tasks.server.ts";
import { leadsImports } from "./tables.server.ts";

/** Size limit of a file; server.ts already refuses a larger Content-Length. */
const MOST_MEGABYTES = 50;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;
const MOST_COLUMNS = 200;
const HEAD_BYTES = 64 * 1024;
const SAMPLE_ROWS = 5;
const SAMPLE_CHARACTERS = 200;
/** Records allowed above the header: a title, the export date, an address. */
const MOST_TITLES = 10;

/**
 * Receives an uploaded file of people, stores it in pieces, and determines how to read it. Imports nothing
 * yet.
 * @returns the import, in state `ready`; "too large" beyond MOST_MEGABYTES
 * @throws AppError invalid, for field `file`, if it is not a list of people
 */
export async function acceptUpload(
  accountId: string,
  request: Request,
): Promise<{ readonly id: string } | "too large"> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-import-"));
  try {
    const draft = path.join(folder, "people.csv");
    const upload = await receiveFile(request, draft, { field: "file", most: MOST_BYTES });
    if (upload === "too large") return upload;
    if (upload === "none") throw wrongFile("That file is empty. Choose another one.");
    return { id: await storeFile(accountId, draft, upload) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Creates an import in state `ready` from a local file.
 * @returns its id
 */
export async function storeFile(
  accountId: string,
  draft: string,
  { name, bytes }: { name: string; bytes: number },
): Promise<string> {
  const list = (await vcardsToCsv(draft)) ?? draft;
  const format = await inspect(list);
  const file = await installation().files.putFile(accountId, list, "csv");
  const id = newId();
  await withAccount(accountId, async (ctx) => {
    await ctx.db.insert(leadsImports).values({
      accountId,
      id,
      fileName: name,
      file,
      hash: path.posix.basename(file, ".csv"),
      bytes,
      ...format,
      dayFirst: false,
      state: "ready",
      createdAt: ctx.now,
      position: 0,
      added: 0,
      known: 0,
      suppressed: 0,
      repeated: 0,
      errors: 0,
      partly: 0,
      optedOut: 0,
      removed: 0,
      kept: {},
    });
    await enqueue(
      ctx.db,
      forgetImportTask,
      { accountId, importId: id },
      { startAfter: ctx.now.add({ hours: 24 * READY_DAYS }) },
    );
  });
  await countImport(accountId, id);
  return id;
}

const wrongFile = (message: string) => new AppError("invalid", message, { fields: { file: message } });

async function inspect(draft: string) {
  const { encoding, head } = await encodingOf(draft);
  if (encoding === "workbook")
    throw wrongFile(
      "This is an Excel workbook. In Excel, choose File > Save As > “CSV UTF-8”, and upload that file.",
    );
  if (encoding === "no-text")
    throw wrongFile("This isn’t a CSV or vCard file. Export your list as CSV, then choose that file.");
  const dialect = guessDialect(new TextDecoder(encoding).decode(head));
  const records = await firstRecords(draft, encoding, dialect);
  const top = records[0];
  if (!top) throw wrongFile("This file is empty.");
  if (top.cells.length > MOST_COLUMNS)
    throw wrongFile(
      `This file has more than ${MOST_COLUMNS} columns. Keep the ones with names and addresses, and try again.`,
    );
  const titleRows = findHeader(records);
  const first = records[titleRows]!;
  const hasHeader = !first.cells.some(isAddress);
  if (hasHeader && records.length === titleRows + 1)
    throw wrongFile("This file has column names but no people.");
  const sampleOf = (cell: string) => cell.slice(0, SAMPLE_CHARACTERS).toWellFormed().replaceAll("\0", "");
  const headers = hasHeader
    ? first.cells.map((cell, at) => sampleOf(cell).trim() || `Column ${at + 1}`)
    : first.cells.map((_, at) => `Column ${at + 1}`);
  const mapping: Mapping = hasHeader ? guessMapping(headers) : { email: first.cells.findIndex(isAddress) };
  const firstRow = titleRows + (hasHeader ? 1 : 0);
  const sample = records.slice(firstRow, firstRow + SAMPLE_ROWS).map(({ cells }) => cells.map(sampleOf));
  return { encoding, ...dialect, titleRows, hasHeader, headers, sample, mapping };
}

const isAddress = (cell: string) => /^\S+@\S+\.\S+$/.test(cell.trim());

/** Index of the header among the first records; above it may be a title or the export date. */
function findHeader(records: readonly CsvRecord[]): number {
  for (const [at, { cells }] of records.slice(0, MOST_TITLES + 1).entries()) {
    if (cells.some(isAddress)) return 0;
    const isRow = cells.filter((cell) => cell.trim()).length > 1 || cells.length === 1;
    const { email, phone, name, first, last } = isRow ? guessMapping(cells) : {};
    if ((email ?? phone) !== undefined && (at === 0 || (name ?? first ?? last) !== undefined)) return at;
  }
  return 0;
}

async function encodingOf(
  draft: string,
): Promise<{ readonly encoding: FoundKind; readonly head: Uint8Array }> {
  const watch = watchEncoding();
  let head: Uint8Array = new Uint8Array();
  for await (const piece of createReadStream(draft) as AsyncIterable<Buffer>) {
    watch.push(piece);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece]).subarray(0, HEAD_BYTES);
  }
  return { encoding: watch.end(), head };
}

/**
 * Converts a vCard file to CSV, in a file beside it.
 * @returns its path; undefined for any other file
 */
async function vcardsToCsv(draft: string): Promise<string | undefined> {
  const { encoding, head } = await encodingOf(draft);
  if (encoding === "workbook" || encoding === "no-text" || !isVcard(new TextDecoder(encoding).decode(head)))
    return undefined;
  const list = `${draft}.list.csv`;
  await pipeline(csvOfVcards(textOf(draft, encoding)), createWriteStream(list));
  return list;
}

async function* textOf(draft: string, encoding: FoundText): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of createReadStream(draft) as AsyncIterable<Buffer>)
    yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function firstRecords(draft: string, encoding: FoundText, dialect: CsvDialect): Promise<CsvRecord[]> {
  const most = MOST_TITLES + SAMPLE_ROWS + 1;
  const found: CsvRecord[] = [];
  const bytes = createReadStream(draft);
  try {
    for await (const records of csvRecords(bytes, { encoding, ...dialect })) {
      found.push(...records.slice(0, most - found.length));
      if (found.length >= most) break;
    }
  } finally {
    bytes.destroy();
  }
  return found;
}
