import { installation } from "#platform/config/installation.server.ts";
import { type CsvRecord, csvRecords, type Delimiter, type Quoting } from "#platform/csv/read-csv.ts";

/** Limits of one batch in rows and characters, which bound memory and transaction size. */
const BATCH = 1_000;
const BATCH_CHARACTERS = 4_000_000;

/** A row with its index among the file's records. */
export type FileRow = CsvRecord & { readonly row: number };

export interface StoredCsv {
  readonly file: string | null;
  readonly encoding: string;
  readonly delimiter: string;
  readonly quoting: Quoting;
  readonly titleRows: number;
  readonly hasHeader: boolean;
}

/**
 * The rows of a stored file without its header, in batches.
 * @param from index of the first record wanted
 * @throws AppError not_found when the file is gone
 */
export async function* rowsFrom(csv: StoredCsv, from: number): AsyncGenerator<FileRow[]> {
  const bytes = await installation().files.stream(csv.file ?? "");
  try {
    yield* inBatches(
      csvRecords(bytes, {
        encoding: csv.encoding,
        delimiter: csv.delimiter as Delimiter,
        quoting: csv.quoting,
      }),
      Math.max(from, csv.hasHeader ? csv.titleRows + 1 : 0),
    );
  } finally {
    bytes.destroy();
  }
}

async function* inBatches(
  records: AsyncIterable<readonly CsvRecord[]>,
  from: number,
): AsyncGenerator<FileRow[]> {
  let row = 0;
  let batch: FileRow[] = [];
  let characters = 0;
  for await (const some of records)
    for (const record of some) {
      if (row >= from) {
        batch.push({ ...record, row });
        for (const cell of record.cells) characters += cell.length;
      }
      row++;
      if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  if (batch.length) yield batch;
}
