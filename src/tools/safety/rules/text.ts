import { readNumber, readRecord, readText } from "#ground/sync/public.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { hashOfText, hexOf } from "#platform/ids/hash.ts";

export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each in its own language: people look for theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", es: "Español" };

/** What is read aloud, in one language. */
export interface TalkWords {
  /** What happens, in paragraphs with an empty line between them. */
  readonly open: string;
  readonly look: readonly string[];
  readonly ask: readonly string[];
  readonly agree: readonly string[];
}

export interface TalkSource {
  readonly name: string;
  /** "29 CFR 1926.453(b)(2)" */
  readonly cite: string;
  /** The year it was read. */
  readonly year: number;
}

/** A talk word for word, as it is saved with its record. */
export interface TalkText {
  readonly slug: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly sources: readonly TalkSource[];
  readonly en: TalkWords;
  readonly es: TalkWords;
}

/** The slug of the text that a new person of a job is told and signs. */
export const ORIENTATION_SLUG = "orientation";
export const isOrientation = (text: Pick<TalkText, "slug"> | null): boolean =>
  text?.slug === ORIENTATION_SLUG;

const linesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(readText).filter((line) => line !== "") : [];

function wordsOf(value: unknown): TalkWords {
  const { open, look, ask, agree } = readRecord(value) ?? {};
  return { open: readText(open), look: linesOf(look), ask: linesOf(ask), agree: linesOf(agree) };
}

/** Reads the sources of a talk or a job hazard analysis. */
export const sourcesOf = (value: unknown): TalkSource[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    const source = readRecord(one);
    if (!source) return [];
    const [name, cite] = [readText(source["name"]), readText(source["cite"])];
    return [{ name, cite, year: readNumber(source["year"]) ?? 0 }];
  });

/** Reads a text from a record or a file of content/talks; null for anything without a title. */
export function textOf(value: unknown): TalkText | null {
  const text = readRecord(value);
  const title = readRecord(text?.["title"]);
  const [en, es] = [readText(title?.["en"]), readText(title?.["es"])];
  if (!text || en === "") return null;
  return {
    ...{ slug: readText(text["slug"]), title: { en, es: es || en } },
    sources: sourcesOf(text["sources"]),
    ...{ en: wordsOf(text["en"]), es: wordsOf(text["es"]) },
  };
}

/** SHA-256 of a text's canonical JSON, in hex: what each signature names as read. */
export const versionOf = (text: TalkText): string => hexOf(hashOfText(canonicalJson(text)));

/** The headings of a talk, in its language. */
export const HEADINGS: Readonly<
  Record<Language, Readonly<Record<"look" | "ask" | "agree" | "sources", string>>>
> = {
  en: {
    look: "Look for this today",
    ask: "Ask the crew",
    agree: "What we agree on",
    sources: "Where the rules are",
  },
  es: {
    look: "Fíjense en esto hoy",
    ask: "Preguntas para la cuadrilla",
    agree: "En lo que quedamos",
    sources: "De dónde salen las reglas",
  },
};

/** What the box for a signature says in Spanish; it speaks English by itself. */
export const PAD_WORDS_ES = {
  empty: "Firma con el dedo, una pluma o el ratón.",
  drawn: "Ya está tu firma. ¿No quedó bien? Deshaz y firma otra vez.",
  ...{ undo: "Deshacer", clear: "Borrar" },
} as const;
