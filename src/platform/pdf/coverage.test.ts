import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  COMMON_FONTS,
  drawable,
  MISSING,
  readCoverage,
  withoutComplained,
  withoutMarks,
} from "./coverage.ts";

const folder = path.resolve("src/platform/pdf/fonts");
const coverage = readCoverage(
  readdirSync(folder)
    .filter((name) => COMMON_FONTS.test(name))
    .map((name) => readFileSync(path.join(folder, name))),
);

test("scripts of our readers can be drawn, emoji and their joiners too", () => {
  const text = "Łódź Ğ ế Ελλάδα Їжак 屋根 地基 지붕 עברית العربية ไทย हिन्दी 👷🏽‍♀️ ★ ✓ → ½ “quoted” – €";
  expect(drawable(text, coverage)).toBe(text);
});

test("what cannot be drawn becomes one square, and the mark for it can be drawn", () => {
  expect(drawable("a\u{12000}\u{12001}b ཀ", coverage)).toBe(`a${MISSING}b ${MISSING}`);
  expect(coverage.has(MISSING.codePointAt(0)!)).toBe(true);
});

test("without marks, letters stay", () => {
  expect(withoutMarks("Z\u0338\u0328a\u200d é")).toBe("Za é");
});

test("what the compiler complains of is taken out, and nothing else", () => {
  const complaint =
    'message: "PDF/UA-1 error: the text `\\"\u2320\\"` could not be displayed with font", message: "the text `\\"\\u{1d173}\\"` could not be displayed"';
  expect(withoutComplained('{"a":"x \u2320 y \u{1d173}"}', complaint)).toBe(
    `{"a":"x ${MISSING} y ${MISSING}"}`,
  );
  expect(withoutComplained('{"a":"b"}', 'the text `"a"` could not be displayed')).toBe('{"a":"b"}');
});
