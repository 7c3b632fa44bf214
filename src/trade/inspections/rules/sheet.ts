import { createCsvReader, guessDialect } from "#platform/csv/read-csv.ts";
import { readTypedNumber } from "./answers.ts";
import { AFTER_FAIL, type ItemKind, LONGEST, MOST, type StoredItem } from "./items.ts";
import { isHeadingText, readPasted, type StoredSection, tidyTitle } from "./lists.ts";

/** What a column of a sheet is. */
type Column =
  | ("section" | "text" | "kind" | "why" | "code" | "required" | "choices" | "fails")
  | ("unit" | "low" | "high" | "photos" | "weight" | "onFail");

// As people and other programs name them, in lower case.
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  section: ["section", "category", "area", "group", "location", "room", "phase", "heading", "page"],
  text: [
    ...["item", "items", "task", "tasks", "question", "questions", "checklist item", "inspection item"],
    ...["what to check", "description", "check", "requirement", "text", "label", "to do", "checklist"],
  ],
  kind: ["type", "kind", "response type", "answer type", "field type", "response", "answer"],
  why: ["why", "why it matters", "hint", "guidance", "how", "instructions", "instruction", "help", "details"],
  code: ["code", "code section", "reference", "code reference", "standard", "ref"],
  required: ["required", "mandatory", "required?", "mandatory?"],
  choices: ["choices", "options", "answers", "responses", "readings"],
  fails: ["fails", "failing answers", "what fails", "failed responses"],
  unit: ["unit", "units", "uom", "unit of measure"],
  low: ["low", "min", "minimum", "lowest", "least", "lower limit", "from"],
  high: ["high", "max", "maximum", "highest", "most", "upper limit", "to"],
  photos: ["photos", "photo", "photos required", "photo required", "pictures"],
  weight: ["weight", "points", "score", "weighting"],
  onFail: ["on fail", "if it fails", "if fail", "if failed", "when it fails"],
};

type Columns = Readonly<Partial<Record<Column, number>>>;

/** Which column is which, by the names in this row; null if it isn't a row of names. */
export function headingsIn(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[*:]/g, "").trim());
  const columns: Partial<Record<Column, number>> = {};
  for (const [column, known] of Object.entries(NAMES)) {
    const at = known.map((name) => names.indexOf(name)).find((one) => one >= 0);
    if (at !== undefined) columns[column as Column] = at;
  }
  const filled = names.filter(Boolean).length;
  const found = Object.keys(columns).length;
  return columns.text !== undefined && (found > 1 || filled > 1) ? columns : null;
}

const KINDS: readonly (readonly [RegExp, ItemKind])[] = [
  [/signature|sign[- ]?off|^sign$/, "signature"],
  [/readings|series/, "readings"],
  [/photo|picture|image|media/, "photos"],
  [/date.*time|time.*date|timestamp/, "datetime"],
  [/date/, "date"],
  [/confirm|acknowledg|got it/, "read"],
  [/instruction|information|^note$|^info$/, "note"],
  [/number|numeric|measure|temperature|slider|quantity/, "number"],
  [/multi.?select|several|multiple answers|select all|^many$|checkboxes/, "many"],
  [/choice|dropdown|select|option|list|^one$|radio/, "one"],
  [/yes/, "yes"],
  [/text|words|comment|paragraph/, "text"],
];

const isYes = (cell: string): boolean => /^(?:y|yes|true|1|x|✓|required|mandatory)$/i.test(cell.trim());
const isNo = (cell: string): boolean => /^(?:n|no|false|0|optional|-)$/i.test(cell.trim());

/** A number of a cell and its unit: "8 1/2 in", "≥ 12,5", "3/8\"". */
function readAmount(cell: string): { readonly value: number; readonly unit: string } | null {
  const [, digits = "", unit = ""] =
    /^[<>≤≥=~\s]*([-−\d][\d\s.,/½¼¾⅛⅜⅝⅞]*|[½¼¾⅛⅜⅝⅞])\s*(\D{0,20})$/.exec(cell.trim()) ?? [];
  const value = readTypedNumber(digits);
  return value === null ? null : { value, unit: unit.trim() };
}

const listIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[\n;|]|,(?!\d)/)
      .map((one) => one.trim().slice(0, LONGEST.word))
      .filter(Boolean),
  ),
];

/** One row as an item; null without words. */
function itemOf(cellOf: (column: Column) => string, id: string): StoredItem | null {
  const text = cellOf("text").replaceAll(/\s+/g, " ").slice(0, LONGEST.text);
  if (!/\p{L}/u.test(text)) return null;
  const typed = cellOf("kind").toLowerCase();
  const choices = listIn(cellOf("choices")).slice(0, MOST.choices);
  const [low, high] = [readAmount(cellOf("low")), readAmount(cellOf("high"))];
  const isNumber = low !== null || high !== null;
  const named = KINDS.find(([words]) => words.test(typed))?.[1];
  const guessed = isNumber ? "number" : choices.length > 1 ? "one" : "check";
  const wanted = named ?? (/pass|check/.test(typed) ? "check" : guessed);
  // A choice without choices can only be passed or failed.
  const kind = (wanted === "one" || wanted === "many") && choices.length < 2 ? "check" : wanted;
  const hasRange = kind === "number" || kind === "readings";
  const unit = cellOf("unit") || low?.unit || high?.unit;
  const photos = Math.min(
    MOST.photos,
    Math.trunc(readTypedNumber(cellOf("photos")) ?? (isYes(cellOf("photos")) ? 1 : 0)),
  );
  const weight = readTypedNumber(cellOf("weight"));
  const fails = listIn(cellOf("fails"));
  const onFail = AFTER_FAIL.filter((need) => cellOf("onFail").toLowerCase().includes(need));
  const required = cellOf("required");
  return {
    ...{ id, text },
    ...(kind === "check" ? {} : { kind }),
    ...(cellOf("why") ? { why: cellOf("why").slice(0, LONGEST.why) } : {}),
    ...(cellOf("code") ? { code: cellOf("code").slice(0, LONGEST.title) } : {}),
    ...(isYes(required) ? { required: true } : isNo(required) ? { required: false } : {}),
    ...(kind === "one" || kind === "many" || kind === "readings"
      ? choices.length > 0
        ? { choices }
        : {}
      : {}),
    ...(fails.length > 0 && (kind === "one" || kind === "many")
      ? { fails: choices.filter((one) => fails.some((fail) => fail.toLowerCase() === one.toLowerCase())) }
      : {}),
    ...(fails.length > 0 && kind === "yes" ? { fails: fails.map((one) => one.toLowerCase()) } : {}),
    ...(hasRange && unit ? { unit: unit.slice(0, 20) } : {}),
    ...(hasRange && low ? { low: low.value } : {}),
    ...(hasRange && high ? { high: high.value } : {}),
    ...(photos > 0 ? { photos } : {}),
    ...(weight !== null && weight > 0 && weight <= MOST.weight ? { weight } : {}),
    ...(onFail.length > 0 ? { onFail } : {}),
  };
}

/** The columns of rows without names: the longest words are the items; few words that repeat are sections. */
function guessColumns(rows: readonly (readonly string[])[]): Columns {
  const wordsIn = (at: number) => rows.filter((row) => /\p{L}/u.test(row[at] ?? ""));
  const statsOf = (at: number, own = wordsIn(at)) => {
    const cells = own.map((row) => row[at]!);
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    return { at, filled: cells.length, distinct: new Set(cells).size, length };
  };
  const width = Math.max(...rows.map((row) => row.length));
  const best = Array.from({ length: width }, (_, at) => statsOf(at)).reduce((one, other) =>
    other.length * other.distinct > one.length * one.distinct ? other : one,
  );
  const items = wordsIn(best.at);
  const section = Array.from({ length: best.at }, (_, at) =>
    statsOf(
      at,
      items.filter((row) => /\p{L}{2}/u.test(row[at] ?? "")),
    ),
  ).find(({ distinct }) => distinct > 0 && distinct <= items.length / 2);
  return { text: best.at, ...(section ? { section: section.at } : {}) };
}

const MOST_ROWS_BEFORE_NAMES = 8;
const BULLET = /^\s*(?:[-*•☐✓]|\[[ xX]?\]|\d+[.)])\s+/;

export interface ReadSheet {
  /** The lines above the names of the columns. */
  readonly title: string | null;
  /** As records store them. */
  readonly sections: Record<string, StoredSection>;
}

/** Reads rows of a spreadsheet, with or without names of their columns. @param newId see `readPasted` */
function readRows(all: readonly (readonly string[])[], newId: () => string): ReadSheet {
  const rows = all.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some(Boolean));
  const filled = (row: readonly string[]) => row.filter(Boolean);
  const named = rows.slice(0, MOST_ROWS_BEFORE_NAMES).findIndex((row) => headingsIn(row) !== null);
  const columns = named < 0 ? guessColumns(rows) : headingsIn(rows[named]!)!;
  const above = named < 0 ? [] : rows.slice(0, named);
  const title =
    above
      .map(filled)
      .find((row) => row.length === 1)?.[0]
      ?.replace(/:$/, "") ?? null;
  const sections: { title: string; items: StoredItem[] }[] = [];
  let current = sections[0];
  /** @param isColumn whether rows of one section may stand apart */
  const begin = (heading: string, isColumn: boolean) => {
    const known = tidyTitle(heading).slice(0, LONGEST.title);
    current = isColumn ? sections.find(({ title: one }) => one === known) : undefined;
    if (!current) sections.push((current = { title: known, items: [] }));
  };
  for (const row of rows.slice(named + 1)) {
    const cellOf = (column: Column) => {
      const at = columns[column];
      return at === undefined ? "" : (row[at] ?? "").replace(/^'(?=[=+\-@])/, "");
    };
    const [only, ...others] = filled(row);
    const isHeading =
      (others.length === 0 && (isHeadingText(only!) || row.indexOf(only!) !== columns.text!)) ||
      /^(?:section|heading|category)$/i.test(cellOf("kind"));
    if (isHeading && /\p{L}/u.test(only!)) {
      begin(cellOf("text") || only!, false);
      continue;
    }
    if (/\p{L}/u.test(cellOf("section"))) begin(cellOf("section"), true);
    const item = itemOf(
      (column) => (column === "text" ? cellOf(column).replace(BULLET, "") : cellOf(column)),
      newId(),
    );
    if (!item) continue;
    if (!current) begin("", false);
    current!.items.push(item);
  }
  return {
    title,
    sections: Object.fromEntries(
      sections.filter(({ items }) => items.length > 0).map((section, at) => [newId(), { at, ...section }]),
    ),
  };
}

const cellsIn = (text: string, delimiter: "," | ";" | "\t" | "|"): (readonly string[])[] => {
  const reader = createCsvReader(delimiter);
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
};

/** Reads a list that was typed, or pasted from a message, a document or a spreadsheet. */
export function readTypedList(text: string, newId: () => string): ReadSheet {
  return /\S[^\n]*\t|\t[^\n]*\S/.test(text) && text.split("\n").some((row) => row.trim().includes("\t"))
    ? readRows(cellsIn(text, "\t"), newId)
    : { title: null, sections: readPasted(text, newId) };
}

/** Reads the text of a CSV file, or of a plain list. */
export function readListCsv(text: string, newId: () => string): ReadSheet {
  const { delimiter, quoting } = guessDialect(text.slice(0, 64 * 1024));
  const reader = createCsvReader(delimiter, quoting);
  const rows = [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
  return rows.some((cells) => cells.length > 1) ? readRows(rows, newId) : readTypedList(text, newId);
}
