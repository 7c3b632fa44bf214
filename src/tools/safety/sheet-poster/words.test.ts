import { expect, it } from "vitest";
import { POSTER_WORDS } from "./words.ts";

const sheet = {
  type: "sds",
  maker: "Kirkland",
  language: "both",
  revisedOn: "2024-05-01",
  pages: 1,
} as const;

it("says everything in both languages", () => {
  const { en, es } = POSTER_WORDS;
  const { all: allEn, about: aboutEn, ...wordsEn } = en;
  const { all: allEs, about: aboutEs, ...wordsEs } = es;
  expect(Object.keys(wordsEs)).toEqual(Object.keys(wordsEn));
  for (const [name, words] of Object.entries(wordsEn))
    expect(wordsEs[name as keyof typeof wordsEs], name).not.toBe(words);
  expect([allEn(3), allEs(3), allEs(1)]).toEqual([
    ...["Show all 3 sheets", "Mostrar las 3 hojas", "Mostrar la única hoja"],
  ]);
  expect(aboutEn(sheet)).toMatch(/^SDS, Kirkland, English and Spanish, revised .*2024, 1 page$/);
  expect(aboutEs(sheet)).toBe(
    "Hoja de datos, Kirkland, Inglés y español, revisada el 1 de mayo de 2024, 1 página",
  );
});
