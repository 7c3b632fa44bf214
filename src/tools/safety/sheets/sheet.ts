import { readDate, readNumber, readOneOf, readRecord, readText, type Values } from "#ground/sync/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { folded } from "#platform/names/folded.ts";

/** A sheet of the library on a job. Its file and what is known of it are the library's. */
export const SHEET = "safety.sheet";

export const TYPES = ["sds", "plan"] as const;
export type SheetType = (typeof TYPES)[number];
export const TYPE_LABELS: Readonly<Record<SheetType, string>> = { sds: "SDS", plan: "Safety plan" };

export const SHEET_LANGUAGES = ["en", "es", "both", "other"] as const;
export type SheetLanguage = (typeof SHEET_LANGUAGES)[number];
export const SHEET_LANGUAGE_LABELS: Readonly<Record<SheetLanguage, string>> = {
  en: "English",
  es: "Spanish",
  both: "English and Spanish",
  other: "Another language",
};

export const LONGEST = { name: 120, maker: 120, file: 200 } as const;
export const MOST = {
  pages: 400,
  megabytes: 50,
  scans: 40,
  sheets: 5_000,
  /** Letters of the words by which a sheet is found. */
  words: 120_000,
} as const;
/** Letters of the words in one field of a record, so that its command stays small. */
const WORDS_A_FIELD = 15_000;

/** The stored PDF of a version. */
export interface SheetFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly pages: number;
}

export interface Sheet {
  /** Its id in the library. */
  readonly sheet: string;
  readonly name: string;
  readonly type: SheetType;
  /** Empty if nobody typed it. */
  readonly maker: string;
  readonly language: SheetLanguage;
  /** From 1. */
  readonly version: number;
  /** "2026-11-20", as printed on it. */
  readonly revisedOn: string | null;
  readonly reviewOn: string | null;
  readonly file: SheetFile | null;
  /** Whether words inside find it; a scan has none. */
  readonly hasText: boolean;
  readonly words: string;
  readonly pinned: boolean;
}

/** The record of a sheet on a job. */
export const sheetRecord = (job: string, sheet: string): string => derivedId(SHEET, job, sheet);

function fileOf(value: unknown): SheetFile | null {
  const { sha256, bytes, pages } = readRecord(value) ?? {};
  const digits = readText(sha256);
  return /^[\da-f]{64}$/.test(digits)
    ? { sha256: digits, bytes: readNumber(bytes) ?? 0, pages: readNumber(pages) ?? 1 }
    : null;
}

/** A sheet from a record's values, which a device may have written. */
export const sheetOf = (values: Values): Sheet => ({
  sheet: readText(values["sheet"]),
  name: readText(values["name"]),
  type: readOneOf(TYPES, values["type"]) ?? "sds",
  maker: readText(values["maker"]),
  language: readOneOf(SHEET_LANGUAGES, values["language"]) ?? "en",
  version: readNumber(values["version"]) ?? 1,
  revisedOn: readDate(values["revisedOn"]),
  reviewOn: readDate(values["reviewOn"]),
  file: fileOf(values["file"]),
  hasText: values["hasText"] === true,
  words: wordFields("")
    .map(([field]) => values[field])
    .filter((part) => typeof part === "string")
    .join(""),
  pinned: values["pinned"] === true,
});

/** "67-64-1" is one word, so that a CAS number finds its sheet. */
const splitWords = (text: string): string[] =>
  folded(text)
    .replaceAll(/(\d)[-\u2010-\u2013](?=\d)/gu, "$1")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const LONGEST_WORD = 40;

/** Each word of a text once, without accents and capitals, as many as `MOST.words` letters hold. */
export function wordsOfText(text: string): string {
  const words = new Set<string>();
  let length = 0;
  for (const word of splitWords(text)) {
    if (word.length < 2 || word.length > LONGEST_WORD || words.has(word)) continue;
    length += word.length + 1;
    if (length > MOST.words) break;
    words.add(word);
  }
  return [...words].join(" ");
}

const MOST_ASKED = 12;

/** The words of a search. Each finds words that begin with it. */
export const askedWords = (typed: string): string[] => [...new Set(splitWords(typed))].slice(0, MOST_ASKED);

/** The words by which a sheet is found: its name, who makes it, and what is in it. */
export const foundBy = ({ name, maker, words }: Pick<Sheet, "name" | "maker" | "words">): string =>
  ` ${splitWords(`${name} ${maker}`).join(" ")} ${words}`;

/** The sheets that have every word, those with all of them in their names first. */
export function findSheets<One extends { readonly sheet: Sheet; readonly found: string }>(
  sheets: readonly One[],
  typed: string,
): readonly One[] {
  const asked = askedWords(typed).map((word) => ` ${word}`);
  if (asked.length === 0) return sheets;
  const found = sheets.filter((one) => asked.every((word) => one.found.includes(word)));
  const isNamed = ({ sheet: { name, maker } }: One) => {
    const head = foundBy({ name, maker, words: "" });
    return asked.every((word) => head.includes(word));
  };
  const named = new Set(found.filter(isNamed));
  return [...named, ...found.filter((one) => !named.has(one))];
}

/** The fields of a record that have the words of a sheet; those it doesn't need are null. */
export function wordFields(words: string): readonly (readonly [string, string | null])[] {
  return Array.from({ length: Math.ceil(MOST.words / WORDS_A_FIELD) }, (_, at) => {
    const part = words.slice(at * WORDS_A_FIELD, (at + 1) * WORDS_A_FIELD);
    return [`words.${at}`, part || null] as const;
  });
}
