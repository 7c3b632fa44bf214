import { describe, expect, it } from "vitest";
import { findSheets, foundBy, MOST, sheetOf, wordFields, wordsOfText } from "./sheet.ts";

const sheet = (name: string, text: string, maker = "") => {
  const words = wordsOfText(text);
  const values = { sheet: name, name, maker, type: "sds", ...Object.fromEntries(wordFields(words)) };
  const read = sheetOf(values);
  return { sheet: read, found: foundBy(read) };
};
const shelf = [
  sheet("Contact cement", "Contains toluene 108-88-3 and acetone 67-64-1."),
  sheet("Acetone", "Highly flammable liquid.", "Kirkland"),
  sheet("Limpiador", "Líquido inflamable; irritación ocular", "Química López"),
];
const find = (typed: string) => findSheets(shelf, typed).map(({ sheet: { name } }) => name);

describe("a search", () => {
  it.each([
    ["acetone", ["Acetone", "Contact cement"]],
    ["ACET", ["Acetone", "Contact cement"]],
    ["67-64-1", ["Contact cement"]],
    ["67–64–1", ["Contact cement"]],
    ["67641", ["Contact cement"]],
    ["64-1", []],
    ["liquido ocular", ["Limpiador"]],
    ["kirkland flam", ["Acetone"]],
    ["lopez", ["Limpiador"]],
    ["toluene kirkland", []],
    ["cetone", []],
    ["%", ["Contact cement", "Acetone", "Limpiador"]],
    ["", ["Contact cement", "Acetone", "Limpiador"]],
  ])("for “%s” finds %j, those named so first", (typed, names) => {
    expect(find(typed)).toEqual(names);
  });
});

describe("the words of a text", () => {
  it("are each once, and no more than a record takes", () => {
    const text = Array.from({ length: 60_000 }, (_, at) => `word${at} again`).join(" ");
    const words = wordsOfText(text);
    expect(words.length).toBeLessThanOrEqual(MOST.words);
    expect(words.split(" ").filter((word) => word === "again")).toHaveLength(1);
    const fields = wordFields(words);
    expect(sheetOf(Object.fromEntries(fields)).words).toBe(words);
    for (const [, part] of fields) expect(part!.length).toBeLessThanOrEqual(20_000);
  });

  it("leave the fields that they don’t need blank, so that a shorter version replaces a longer one", () => {
    const long = Object.fromEntries(wordFields("a ".repeat(40_000)));
    expect(sheetOf({ ...long, ...Object.fromEntries(wordFields("one two")) }).words).toBe("one two");
  });
});

it("trusts nothing that a device wrote", () => {
  for (const values of [
    { file: "x", version: "two", words: 4, "words.0": { a: 1 }, type: "song", language: 7, pinned: "yes" },
    { file: { sha256: "../../etc", bytes: -1 }, revisedOn: "2024-02-31", reviewOn: 5 },
  ])
    expect(sheetOf(values)).toMatchObject({
      ...{ file: null, version: 1, words: "", type: "sds", language: "en", pinned: false },
      ...{ revisedOn: null, reviewOn: null },
    });
});
