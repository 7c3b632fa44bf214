import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { times } from "#platform/testing/long-form.ts";
import { greetingName } from "./greeting-name.ts";
import { TITLES } from "./name-words.ts";

describe("the name in a greeting", () => {
  it.each([
    ["Dana Ruiz", "Dana"],
    ["Ruiz, Dana", "Dana"],
    ["RUIZ, DANA", "Dana"],
    ["Ruiz, Dana M.", "Dana"],
    ["Ruiz, Dr. Dana", "Dana"],
    ["Dana Ruiz, Jr.", "Dana"],
    ["Dana Ruiz, MD, PhD", "Dana"],
    ["Ruiz Jr., Dana", "Dana"],
    ["DANA RUIZ", "Dana"],
    ["dana ruiz", "Dana"],
    ["dana", "Dana"],
    ["JEAN-LUC O'BRIEN", "Jean-Luc"],
    ["o'shea murphy", "O'Shea"],
    ["DeShawn Carter", "DeShawn"],
    ["Dr. Dana Ruiz", "Dana"],
    ["Prof. Dr. Dana Ruiz", "Dana"],
    ["Frau Dr. Dana Ruiz", "Dana"],
    ["Sra. Dana Ruiz", "Dana"],
    ["Mme Dana Ruiz", "Dana"],
    ["Mr Dana Ruiz", "Dana"],
    ["M. Robert Smith", "Robert"],
    ["Dana & Luis Ruiz", "Dana and Luis"],
    ["Dana and Luis Ruiz", "Dana and Luis"],
    ["Dana Ruiz & Luis Vega", "Dana and Luis"],
    ["Ruiz, Dana & Luis", "Dana and Luis"],
    ["DANA + LUIS", "Dana and Luis"],
    ["Dana/Luis Ruiz", "Dana and Luis"],
    ["Dana y Luis Ruiz", "Dana and Luis"],
    ["José Ortega y Gasset", "José"],
    ["Alexander Andersen", "Alexander"],
    ["J. Robert Smith", "Robert"],
    ["T.J. Maxx Miller", "Maxx"],
    ["TJ Miller", "TJ"],
    ["AJ RUIZ", "AJ"],
    ["BO LIND", "Bo"],
    ["👷 Bo", "Bo"],
    ["👩‍🔧🇺🇸 Dana Ruiz 🏠", "Dana"],
    ['Dana "Dee" Ruiz', "Dana"],
    ["Dana (deck 2024) Ruiz", "Dana"],
    ["“Dana”", "Dana"],
    ["\u202aDana\u202c Ruiz", "Dana"],
    ["Ángel Muñoz", "Ángel"],
    ["ÁNGEL MUÑOZ", "Ángel"],
    ["李小龍", "李小龍"],
    ["𠮷野家", "𠮷野家"],
    ["משה כהן", "משה"],
    ["Don Johnson", "Don"],
    ["Sean O'Brien", "Sean"],
    ["Dana", "Dana"],
  ])("of %j is %s", (name, greeted) => expect(greetingName(name)).toBe(greeted));

  it.each([
    "Mr. & Mrs. Smith",
    "Mr. and Mrs. Smith",
    "Smith, Mr. & Mrs.",
    "Mr. Smith",
    "Dr. Ruiz",
    "Herr Müller",
    "Familie Müller",
    "Familia Ruiz",
    "The Ruiz Family",
    "Ruiz Family",
    "The Ruizes",
    "Ruiz Household",
    "Larkspur LLC",
    "Larkspur Homes, Inc.",
    "Smith & Sons",
    "City of Denver",
    "Ridge Roofing",
    "Müller GmbH",
    "J. Smith",
    "J. R.",
    "J.",
    "Ruiz, D.",
    "R. van Dyke",
    "dana@client.example",
    "www.example.com",
    "=HYPERLINK(1)",
    "123 Main St",
    "n/a",
    "N/A",
    "Unknown Name",
    "Customer",
    "test",
    "-",
    "...",
    "👷",
    "",
    "  ",
    "Mr.",
    "The",
    "\u2010À",
    "& \u2010À",
  ])("%j has none", (name) => expect(greetingName(name)).toBe(""));

  it("of any text is one or two names that fit into a sentence, or none", () => {
    const parts = fc.constantFrom(
      ..."Dana|ruiz,|&|Dr.|Mr.|The|Family|LLC|J.|and|👷|y|(x)|-|O'Brien|@|Jr.|,|Smith|DANA|/".split("|"),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(parts, { maxLength: 7 }).map((words) => words.join(" ")),
        ),
        (name) => {
          const greeted = greetingName(name);
          if (greeted === "") return;
          for (const one of greeted.split(" and ")) {
            expect(one).toMatch(/^\p{L}\S*$/u);
            expect(one).not.toMatch(/[\p{Cc}\p{Cf}\p{Extended_Pictographic}@<>&/",;:.]$|[@<>&"\p{Cc}]/u);
            expect(TITLES.has(one.toLowerCase())).toBe(false);
            expect(one.toLowerCase()).not.toBe("the");
            expect(greetingName(one)).toBe(one);
          }
        },
      ),
      { numRuns: times(3000, 500) },
    );
  });
});
