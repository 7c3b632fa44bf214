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

test("our readers' scripts can be drawn, including emoji and their joiners", () => {
  const text = "Łódź Ğ ế Ελλάδα Їжак 屋根 地基 지붕 עברית العربية ไทย हिन्दी 👷🏽‍♀️ ★ ✓ → ½ “quoted” – €";
  expect(drawable(text, coverage)).toBe(text);
});

test("undrawable characters become one square, which can be drawn", () => {
  expect(drawable("a\u{12000}\u{12001}b ཀ", coverage)).toBe(`a${MISSING}b ${MISSING}`);
  expect(coverage.has(MISSING.codePointAt(0)!)).toBe(true);
});

test("removing marks preserves letters", () => {
  expect(withoutMarks("Z\u0338\u0328a\u200d é")).toBe("Za é");
});

test("the characters in a compiler error are removed, and no others", () => {
  const complaint =
    'message: "PDF/UA-1 error: the text `\\"\u2320\\"` could not be displayed with font", message: "the text `\\"\\u{1d173}\\"` could not be displayed"';
  expect(withoutComplained('{"a":"x \u2320 y \u{1d173}"}', complaint)).toBe(
    `{"a":"x ${MISSING} y ${MISSING}"}`,
  );
  expect(withoutComplained('{"a":"b"}', 'the text `"a"` could not be displayed')).toBe('{"a":"b"}');
});
