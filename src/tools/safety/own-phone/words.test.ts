import { expect, it } from "vitest";
import { languageFor, PAGE_WORDS } from "./words.ts";

it.each([
  [null, "es-MX,es;q=0.9,en;q=0.8", "es"],
  [null, "en-US,en;q=0.9,es;q=0.8", "en"],
  [null, "fr-FR,fr;q=0.9,es;q=0.5", "es"],
  [null, "en;q=0.4, es;q=0.7", "es"],
  [null, "es;q=0,en", "en"],
  [null, "pl", "en"],
  [null, null, "en"],
  ["en", "es", "en"],
  ["es", "en", "es"],
  ["fr", "es", "es"],
] as const)("a page asked for in %s by a browser that prefers %s is in %s", (asked, accepts, language) => {
  expect(languageFor(asked, accepts)).toBe(language);
});

it("says everything in both languages", () => {
  const { en, es } = PAGE_WORDS;
  const said = (value: unknown) =>
    typeof value === "function" ? String((value as (a: string) => string)("X")) : JSON.stringify(value);
  expect(Object.keys(es)).toEqual(Object.keys(en));
  for (const [name, value] of Object.entries(en))
    expect(said(es[name as keyof typeof es]), name).not.toBe(said(value));
});
