/** A record of a CSV file: usually a line, more if a quoted cell contains line breaks. */
export interface CsvRecord {
  /** The line on which it begins, as in an editor, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why its cells are unreliable; undefined if it was read whole. */
  readonly fault?: CsvFault;
}

/** A quote without its end; a record over the length limit; more cells than any real table. */
export type CsvFault = "open-quote" | "too-long" | "too-many-cells";

/** Maximum characters of a record: a spreadsheet's cell has up to 32,767, and memory must stay bounded. */
export const MOST_RECORD = 256 * 1024;
export const MOST_CELLS = 1_000;

/** Cell separators, in the order they are tried. */
const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * How quotes are escaped: doubled inside a quoted cell, as in RFC 4180; with a backslash, as MySQL and PHP
 * export; or each whole row quoted as one cell, as some programs write.
 */
export type Quoting = "double" | "backslash" | "rows";

export interface CsvDialect {
  readonly delimiter: Delimiter;
  readonly quoting: Quoting;
}

/** Excel's own first line, which names the separator and is no record. */
const SEPARATOR_LINE = /^"?sep=(.)"?$/i;

/** Reads CSV in chunks of any size; the records don't depend on the chunks. */
export interface CsvReader {
  /** @returns the records completed by this chunk */
  push(text: string): CsvRecord[];
  /** @returns the records left at the end of the text */
  end(): CsvRecord[];
}

/**
 * Reads RFC 4180 and real-world files: any line endings, blank lines skipped, quotes inside an unquoted cell,
 * text after a closing quote. An unclosed quote costs its own line and no other.
 */
export function createCsvReader(delimiter: Delimiter, quoting: Quoting = "double"): CsvReader {
  let rest = "";
  let line = 1;
  let isFirst = true;
  /** The record was too long: skip the rest of its line. */
  let skipping = false;

  function readAvailable(isOver: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let at = 0;
    for (;;) {
      if (skipping) {
        const end = lineEnd(rest, at, isOver);
        // A last CR may be half of a line ending, so it waits for the next chunk.
        at = end ? end.next : rest.length - (rest.endsWith("\r") && !isOver ? 1 : 0);
        if (!end) break;
        skipping = false;
        line++;
      }
      if (at >= rest.length) break;
      const read = readRecord(rest, at, { delimiter, quoting }, isOver);
      if (!read) break;
      const { record: written, next, lines } = read;
      const record = quoting === "rows" ? unwrapRow(written, delimiter) : written;
      const isSeparatorLine = isFirst && SEPARATOR_LINE.test(rest.slice(at, next).trim());
      isFirst = false;
      if (!isSeparatorLine && (record.cells.length > 1 || record.cells[0] !== "" || record.fault))
        records.push({ line, ...record });
      line += lines;
      at = next;
      skipping = record.fault === "too-long";
    }
    rest = rest.slice(at);
    return records;
  }

  return {
    push(text) {
      rest += text;
      return readAvailable(false);
    },
    end: () => readAvailable(true),
  };
}

interface Read {
  readonly record: Omit<CsvRecord, "line">;
  /** Where the next record begins. */
  readonly next: number;
  readonly lines: number;
}

/**
 * Reads the record that begins at `from`; undefined if its end has not arrived. Looks no further than the
 * maximum length.
 */
function readRecord(text: string, from: number, dialect: CsvDialect, isOver: boolean): Read | undefined {
  const { delimiter } = dialect;
  const limit = from + MOST_RECORD;
  const whole = readCells(text, from, dialect, isOver, limit);
  if (whole === "more") return undefined;
  if (typeof whole === "object") {
    const { cells, next, lines } = whole;
    return cells.length > MOST_CELLS
      ? { record: { cells: cells.slice(0, MOST_CELLS), fault: "too-many-cells" }, next, lines }
      : { record: { cells }, next, lines };
  }
  const isLast = isOver && text.length < limit;
  const end = lineEnd(text.slice(0, limit), from, isLast);
  if (whole === "in-quotes" && (end || isLast)) {
    const stop = end?.at ?? text.length;
    const cells = text.slice(from, stop).split(delimiter, MOST_CELLS);
    return { record: { cells, fault: "open-quote" }, next: end?.next ?? text.length, lines: end ? 1 : 0 };
  }
  // A CR just before the limit may be half of a line ending, so it stays with the part that is skipped.
  const next = text[limit - 1] === "\r" ? limit - 1 : limit;
  return {
    record: { cells: text.slice(from, from + 200).split(delimiter, MOST_CELLS), fault: "too-long" },
    next,
    lines: lineEndsIn(text.slice(from, next)),
  };
}

/** Parses the single cell of a row that was quoted whole. */
function unwrapRow(record: Omit<CsvRecord, "line">, delimiter: Delimiter): Omit<CsvRecord, "line"> {
  const [row = ""] = record.cells;
  if (record.fault || record.cells.length !== 1 || !row.includes(delimiter)) return record;
  const read = readCells(row, 0, { delimiter, quoting: "double" }, true, Infinity);
  return typeof read === "object" ? { cells: read.cells.slice(0, MOST_CELLS) } : record;
}

type Cells = { readonly cells: string[]; readonly next: number; readonly lines: number };

/** Cells up to the record's end; or that more text is needed, or which state it was in without an end. */
function readCells(
  text: string,
  from: number,
  { delimiter, quoting }: CsvDialect,
  isOver: boolean,
  limit: number,
): Cells | "more" | "in-quotes" | "without-end" {
  const cells: string[] = [];
  let at = from;
  let lines = 0;
  for (;;) {
    // A quote beyond the limit says nothing: it may not have arrived yet.
    if (at >= limit) return "without-end";
    let cell = "";
    if (text[at] === '"') {
      at++;
      for (;;) {
        const quote = text.indexOf('"', at);
        const stop = quote < 0 ? text.length : quote;
        if (stop >= limit) return "in-quotes";
        if (quote < 0) return isOver ? "in-quotes" : "more";
        cell += text.slice(at, quote);
        at = quote + 1;
        const slashes = quoting === "backslash" ? (/\\+$/.exec(cell)?.[0].length ?? 0) : 0;
        if (slashes % 2 === 1) {
          cell = `${cell.slice(0, -1)}"`;
          continue;
        }
        if (at >= text.length && !isOver) return "more";
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
      lines += lineEndsIn(cell);
      if (quoting === "backslash") cell = cell.replaceAll("\\\\", "\\");
    }
    // Unquoted text, or text after a closing quote.
    const end = cellEnd(text, at, delimiter);
    if (end >= limit) return "without-end";
    cell += text.slice(at, end);
    cells.push(cell);
    at = end;
    if (at >= text.length) return isOver ? { cells, next: at, lines } : "more";
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    const over = lineEnd(text, at, isOver);
    return over ? { cells, next: over.next, lines: lines + 1 } : "more";
  }
}

function cellEnd(text: string, from: number, delimiter: string): number {
  const mark = delimiter.charCodeAt(0);
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === mark || sign === 10 || sign === 13) return at;
  }
  return text.length;
}

/**
 * The next line ending: LF, CRLF or CR. A CR at the end of a chunk may be half of a pair, so it counts only
 * at the end of the text.
 */
function lineEnd(
  text: string,
  from: number,
  isOver: boolean,
): { readonly at: number; readonly next: number } | undefined {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\n") return { at, next: at + 1 };
    if (text[at] !== "\r") continue;
    if (at + 1 >= text.length && !isOver) return undefined;
    return { at, next: text[at + 1] === "\n" ? at + 2 : at + 1 };
  }
  return undefined;
}

const lineEndsIn = (cell: string): number =>
  /[\r\n]/.test(cell) ? (cell.match(/\r\n|\r|\n/g) ?? []).length : 0;

/**
 * Guesses a file's dialect from its beginning: by its separator line, or by which separator makes the most
 * even table.
 */
export function guessDialect(head: string): CsvDialect {
  const declared = SEPARATOR_LINE.exec(head.split(/\r\n|\r|\n/, 1)[0] ?? "")?.[1];
  const named = DELIMITERS.find((one) => one === declared);
  // A quote after a backslash that neither ends its cell nor is doubled.
  const slashed: Quoting = /(?:^|[^\\])\\"[^",;|\t\r\n]/.test(head) ? "backslash" : "double";
  if (named) return { delimiter: named, quoting: slashed };
  const plain = mostEvenDelimiter(head, slashed);
  if (plain) return { delimiter: plain, quoting: slashed };
  const inRows = /^\s*"/.test(head) ? mostEvenDelimiter(head, "rows") : undefined;
  return inRows ? { delimiter: inRows, quoting: "rows" } : { delimiter: ",", quoting: slashed };
}

/**
 * The separator with the most even table of several columns: as wide as its first row, or as most rows below
 * a title.
 */
function mostEvenDelimiter(head: string, quoting: Quoting): Delimiter | undefined {
  const tables = DELIMITERS.map((delimiter) => {
    const widths = createCsvReader(delimiter, quoting)
      .push(`${head}\n`)
      .slice(0, 20)
      .map(({ cells }) => cells.length);
    const score = (width: number) => (width - 1) * widths.filter((one) => one === width).length;
    return { delimiter, first: score(widths[0] ?? 1), most: Math.max(0, ...widths.slice(1).map(score)) };
  });
  const best = (by: "first" | "most") => tables.reduce((one, other) => (other[by] > one[by] ? other : one));
  const found = best("first").first > 0 ? best("first") : best("most");
  return found.first > 0 || found.most > 0 ? found.delimiter : undefined;
}

/** Records of a file's bytes, in batches as they arrive; memory holds one chunk and one record. */
export async function* csvRecords(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter, quoting }: { encoding: string } & CsvDialect,
): AsyncGenerator<CsvRecord[]> {
  const decoder = new TextDecoder(encoding);
  const reader = createCsvReader(delimiter, quoting);
  for await (const chunk of bytes) {
    const records = reader.push(decoder.decode(chunk, { stream: true }));
    if (records.length) yield records;
  }
  const last = [...reader.push(decoder.decode()), ...reader.end()];
  if (last.length) yield last;
}
