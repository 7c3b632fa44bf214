import fc from "fast-check";
import { expect, test } from "vitest";
import { joinLastWords, letters, shortened, typeset } from "./typeset.ts";

test("quotes are typographic", () => {
  expect(typeset({ about: [`Bob's Roofs: "We say 'yes' to roofs" -- always...`] })).toEqual({
    about: ["Bob\u2019s Roofs: \u201CWe say \u2018yes\u2019 to roofs\u201D \u2014 always\u2026"],
  });
});

test("long words can break, and no letter is lost", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (text) => {
      const set = typeset(text.replace(/['".-]/g, ""));
      expect(set.replaceAll("\u200B", "")).toBe(text.replace(/['".-]/g, "").replaceAll("\u200B", ""));
      for (const part of set.split(/[\s\u200B]+/u)) expect(letters(part).length).toBeLessThan(27);
    }),
  );
});

test("a URL breaks after its punctuation, and a short one not at all", () => {
  expect(typeset("office@oak.example")).toBe("office@oak.example");
  expect(typeset("the.office.of.oak@roofs.example.com")).toBe(
    "the.\u200Boffice.\u200Bof.\u200Boak@\u200Broofs.\u200Bexample.\u200Bcom",
  );
});

test("no line of a heading ends in a single short word, and short forms are cut between words", () => {
  expect(joinLastWords("When a roof is done")).toBe("When a roof\u00A0is\u00A0done");
  expect(shortened("Nine questions before you hire", 18)).toBe("Nine questions\u2026");
  expect(shortened("👷🏽‍♀️👷🏽‍♀️", 2)).toBe("👷🏽‍♀️👷🏽‍♀️");
});
