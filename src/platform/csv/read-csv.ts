/** A record of a CSV file: usually a line, more where a quoted cell holds line breaks. */
export interface CsvRecord {
  /** The line on which it begins, as an editor counts them, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why its cells are not to be trusted; none where it was read whole. */
  readonly fault?: CsvFault;
}

/** A quote without its end; longer than a record may be; more cells than anybody's table has. */
export type CsvFault = "open-quote" | "too-long" | "too-many-cells";

/** Characters of a record at most: a spreadsheet's cell holds 32,767, and memory must not grow with what somebody sends. */
export const MOST_RECORD = 256 * 1024;
/** Cells of a record at most. */
export const MOST_CELLS = 1_000;

/** What separates cells, in the order they are tried. */
const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Excel's own first line, which names the separator and is no record. */
const SEPARATOR_LINE = /^"?sep=(.)"?$/i;

/** Reads CSV that comes in pieces of any size: the same text in other pieces gives the same records. */
export interface CsvReader {
  /** @returns the records that are complete by now */
  push(text: string): CsvRecord[];
  /** @returns what was left when the text is over */
  end(): CsvRecord[];
}

/**
 * Reads RFC 4180 and what people really have: any line ends, blank lines left out, quotes inside a cell that is not quoted, text after a
 * closing quote. A quote that is never closed costs the line it stands on and no other.
 */
export function createCsvReader(delimiter: Delimiter): CsvReader {
  let rest = "";
  let line = 1;
  let isFirst = true;
  /** The record was too long: what is left of its line is passed over. */
  let skipping = false;

  function take(isOver: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let at = 0;
    for (;;) {
      if (skipping) {
        const end = lineEnd(rest, at, isOver);
        // A last CR may be half of a line end, so it stays until that is known.
        at = end ? end.next : rest.length - (rest.endsWith("\r") && !isOver ? 1 : 0);
        if (!end) break;
        skipping = false;
        line++;
      }
      if (at >= rest.length) break;
      const read = readRecord(rest, at, delimiter, isOver);
      if (!read) break;
      const { record, next, lines } = read;
      const isSeparatorLine = isFirst && SEPARATOR_LINE.test(rest.slice(at, next).trim());
      isFirst = false;
      if (!isSeparatorLine && (record.cells.length > 1 || record.cells[0] !== "" || record.fault)) records.push({ line, ...record });
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
      return take(false);
    },
    end: () => take(true),
  };
}

interface Read {
  readonly record: Omit<CsvRecord, "line">;
  /** Where the next record begins. */
  readonly next: number;
  /** Line ends in it. */
  readonly lines: number;
}

/** Reads the record that begins at `from`; nothing when its end is not here yet. Looks no further than a record may be long. */
function readRecord(text: string, from: number, delimiter: string, isOver: boolean): Read | undefined {
  const most = from + MOST_RECORD;
  const whole = readCells(text, from, delimiter, isOver, most);
  if (whole === "more") return undefined;
  if (typeof whole === "object") {
    const { cells, next, lines } = whole;
    return cells.length > MOST_CELLS
      ? { record: { cells: cells.slice(0, MOST_CELLS), fault: "too-many-cells" }, next, lines }
      : { record: { cells }, next, lines };
  }
  const isLast = isOver && text.length < most;
  const end = lineEnd(text.slice(0, most), from, isLast);
  if (whole === "in-quotes" && (end || isLast)) {
    const stop = end?.at ?? text.length;
    const cells = text.slice(from, stop).split(delimiter, MOST_CELLS);
    return { record: { cells, fault: "open-quote" }, next: end?.next ?? text.length, lines: end ? 1 : 0 };
  }
  return {
    record: { cells: text.slice(from, from + 200).split(delimiter, MOST_CELLS), fault: "too-long" },
    next: most,
    lines: lineEndsIn(text.slice(from, most)),
  };
}

type Cells = { readonly cells: string[]; readonly next: number; readonly lines: number };

/** Cells up to the record's end; or that more text is needed, or what it was in when there was no end. */
function readCells(
  text: string,
  from: number,
  delimiter: string,
  isOver: boolean,
  most: number,
): Cells | "more" | "in-quotes" | "without-end" {
  const cells: string[] = [];
  let at = from;
  let lines = 0;
  for (;;) {
    let cell = "";
    if (text[at] === '"') {
      at++;
      for (;;) {
        const quote = text.indexOf('"', at);
        const stop = quote < 0 ? text.length : quote;
        if (stop >= most) return "in-quotes";
        if (quote < 0) return isOver ? "in-quotes" : "more";
        cell += text.slice(at, quote);
        at = quote + 1;
        if (at >= text.length && !isOver) return "more";
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
      lines += lineEndsIn(cell);
    }
    // What is not quoted, or comes after a closing quote.
    const end = cellEnd(text, at, delimiter);
    if (end >= most) return "without-end";
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

/** The next line end: LF, CRLF or CR. One CR at the end of a piece may be half of a pair, so it counts only when the text is over. */
function lineEnd(text: string, from: number, isOver: boolean): { readonly at: number; readonly next: number } | undefined {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\n") return { at, next: at + 1 };
    if (text[at] !== "\r") continue;
    if (at + 1 >= text.length && !isOver) return undefined;
    return { at, next: text[at + 1] === "\n" ? at + 2 : at + 1 };
  }
  return undefined;
}

const lineEndsIn = (cell: string): number => (/[\r\n]/.test(cell) ? (cell.match(/\r\n|\r|\n/g) ?? []).length : 0);

/** What separates the cells of a file, judged by its beginning: the line that says so, or what makes the most even table. */
export function guessDelimiter(head: string): Delimiter {
  const said = SEPARATOR_LINE.exec(head.split(/\r\n|\r|\n/, 1)[0] ?? "")?.[1];
  const named = DELIMITERS.find((one) => one === said);
  if (named) return named;
  let best: { readonly delimiter: Delimiter; readonly score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of DELIMITERS) {
    const records = createCsvReader(delimiter).push(`${head}\n`).slice(0, 20);
    const width = records[0]?.cells.length ?? 0;
    const score = (width - 1) * records.filter(({ cells }) => cells.length === width).length;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Records of a file's bytes, in batches as they come; memory holds a piece and a record. */
export async function* csvRecords(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: { encoding: string; delimiter: Delimiter },
): AsyncGenerator<CsvRecord[]> {
  const decoder = new TextDecoder(encoding);
  const reader = createCsvReader(delimiter);
  for await (const piece of bytes) {
    const records = reader.push(decoder.decode(piece, { stream: true }));
    if (records.length) yield records;
  }
  const last = [...reader.push(decoder.decode()), ...reader.end()];
  if (last.length) yield last;
}
