import type { Language } from "../rules/text.ts";
import { describeSheet } from "../sheets/facts.ts";
import type { SheetLanguage } from "../sheets/sheet.ts";

/** A sheet as its line says it. */
type Described = Parameters<typeof describeSheet>[0];

/** All words of the page behind a poster’s code. */
export interface PosterWords {
  readonly title: string;
  readonly none: string;
  readonly find: string;
  readonly hint: string;
  readonly search: string;
  readonly searching: string;
  readonly noMatch: string;
  readonly all: (count: number) => string;
  readonly about: (sheet: Described) => string;
}

const SHEET_LANGUAGES_ES: Readonly<Record<SheetLanguage, string>> = {
  en: "Inglés",
  es: "Español",
  both: "Inglés y español",
  other: "Otro idioma",
};

const dayEs = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("es-US", { day: "numeric", month: "long", year: "numeric" });

export const POSTER_WORDS: Readonly<Record<Language, PosterWords>> = {
  en: {
    title: "Safety data sheets",
    none: "This job has no safety data sheets yet.",
    find: "Find a sheet",
    hint: "A name, a maker, or words in it.",
    search: "Search",
    searching: "Searching...",
    noMatch: "No sheet has these words.",
    all: (count) => (count === 1 ? "Show the only sheet" : `Show all ${count} sheets`),
    about: describeSheet,
  },
  es: {
    title: "Hojas de datos de seguridad",
    none: "Esta obra todavía no tiene hojas de datos de seguridad.",
    find: "Buscar una hoja",
    hint: "Un nombre, un fabricante o palabras que contiene.",
    search: "Buscar",
    searching: "Buscando...",
    noMatch: "Ninguna hoja tiene estas palabras.",
    all: (count) => (count === 1 ? "Mostrar la única hoja" : `Mostrar las ${count} hojas`),
    about: ({ maker, language, revisedOn, pages }) =>
      [
        ...["Hoja de datos", maker, SHEET_LANGUAGES_ES[language]],
        revisedOn === null ? "" : `revisada el ${dayEs(revisedOn)}`,
        pages === 1 ? "1 página" : `${pages} páginas`,
      ]
        .filter(Boolean)
        .join(", "),
  },
};
