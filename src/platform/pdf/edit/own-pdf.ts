// PDFs as our own renderer writes them: one classic cross-reference table, no object streams. Anything else
// is refused, never guessed at.

/** Thrown for a file that is not from our renderer. */
export class NotOurPdf extends Error {
  override name = "NotOurPdf";
}

export interface ParsedPdf {
  readonly bytes: Buffer;
  /** Offset of each object, by its number. */
  readonly offsets: ReadonlyMap<number, number>;
  /** Possible ends of objects, in order. */
  readonly ends: readonly number[];
  /** One more than the highest number. */
  readonly size: number;
  readonly root: number;
  readonly info: number | undefined;
  readonly id: string | undefined;
  readonly start: number;
  readonly trailer: string;
}

/** @throws NotOurPdf always */
export function refuse(why: string): never {
  throw new NotOurPdf(`nothing can be done with this PDF: ${why}`);
}

/**
 * Parses a PDF's cross-reference table and trailer.
 * @throws NotOurPdf for a file from another program
 */
export function parsePdf(bytes: Buffer): ParsedPdf {
  if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-") refuse("it is none");
  const tail = bytes.subarray(-2048).toString("latin1");
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? refuse("its end is missing"));
  const table = bytes.subarray(start).toString("latin1");
  const head = /^xref\s+0 (\d+)\s*\n/.exec(table) ?? refuse("its table is not a classic one");
  const size = Number(head[1]);
  const offsets = new Map<number, number>();
  for (let number = 0; number < size; number++) {
    const at = head[0].length + number * 20;
    const entry = /^(\d{10}) \d{5} ([nf])/.exec(table.slice(at, at + 20)) ?? refuse("its table is broken");
    if (entry[2] === "n") offsets.set(number, Number(entry[1]));
  }
  const trailer =
    /^trailer\s*(<<[\s\S]*>>)\s*startxref/.exec(table.slice(head[0].length + size * 20))?.[1] ??
    refuse("its trailer is missing");
  if (/\/(?:Encrypt|Prev|XRefStm)\b/.test(trailer)) refuse("it is encrypted, or was added to already");
  const info = reference(trailer, "Info");
  return {
    bytes,
    offsets,
    ends: [...offsets.values(), start].toSorted((a, b) => a - b),
    size,
    root: reference(trailer, "Root") ?? refuse("it has no catalog"),
    info,
    id: /\/ID\s*\[([\s\S]*?)\]\s*>>$/.exec(trailer.trim())?.[1],
    start,
    trailer,
  };
}

/** An object's bytes between `obj` and `endobj`. */
export function objectOf({ bytes, offsets, ends }: ParsedPdf, number: number): Buffer {
  const at = offsets.get(number) ?? refuse(`object ${number} is missing`);
  const next = ends.find((end) => end > at)!;
  const whole = bytes.subarray(at, next);
  const head = /^\s*(\d+) 0 obj\s/.exec(whole.subarray(0, 40).toString("latin1"));
  const end = whole.lastIndexOf("endobj");
  if (Number(head?.[1]) !== number || end < 0) refuse(`object ${number} is not where the table says`);
  return whole.subarray(head![0].length, end);
}

const found = (text: string, name: string) => new RegExp(`/${name}\\s+(\\d+) 0 R`).exec(text)?.[1];
/** The object number that a name in a dictionary references. */
export function reference(text: string, name: string): number | undefined {
  const number = found(text, name);
  return number === undefined ? undefined : Number(number);
}

/** The cross-reference table of the written objects, in runs of consecutive numbers. */
export function tableOf(written: ReadonlyMap<number, number>): string {
  const numbers = [...written.keys()].toSorted((a, b) => a - b);
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  const lines = runs.map(
    (run) =>
      `${run[0]} ${run.length}\n${run.map((number) => `${String(written.get(number)).padStart(10, "0")} 00000 n\r\n`).join("")}`,
  );
  return `xref\n${lines.join("")}`;
}
