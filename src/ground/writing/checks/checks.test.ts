import { describe, expect, test } from "vitest";
import { bannedPhrases, checkMagnet, claims, placeholders, readingGrade, withoutOwnWords } from "./checks.ts";
import { trades } from "../trades/trades.server.ts";
import { withoutContractions } from "../text/sentences.ts";
import { composedGuides } from "../testing/composed-guides.ts";

const roofer = trades().find(({ id }) => id === "roofer")!;

test.each([
  "We revolutionize roofs",
  "Unlocking your attic",
  "A seamless job",
  "In today’s fast-paced world",
  "Don't hesitate to call",
  "A bespoke deck",
])("“%s” is worn", (text) => expect(bannedPhrases(text)).not.toEqual([]));

test.each([
  "Locks on the gate",
  "A bench at eye level",
  "One seam less",
  "Drive in the last nail",
  "Unlock the gate",
  "I'll say goodbye",
])("“%s” is not a cliché", (text) => expect(bannedPhrases(text)).toEqual([]));

test.each([
  "Hello {name}",
  "Hi {{first_name}}",
  "[Your Company] does roofs",
  "undefined roofs",
  "lorem ipsum",
  "Price: TBD",
])("“%s” has a placeholder", (text) => expect(placeholders(text)).toHaveLength(1));

test.each([
  "It costs $99.",
  "Nine in ten roofs, or 90 %, leak.",
  "Studies show that roofs leak.",
  "We are licensed and insured.",
  "Satisfaction guaranteed.",
  "Ask for a free inspection.",
  "Our clients love us.",
  "In business since 1998.",
  "Get a lifetime roof.",
])("“%s” claims what nobody gave us", (text) => expect(claims(text, roofer.doNotSay)).not.toEqual([]));

test("asking for a license is not a claim", () => {
  expect(claims("Look up the license, and ask who is insured.", [])).toEqual([]);
});

test("masks an owner's words as whole words, longest first", () => {
  expect(withoutOwnWords("Al makes Al's roofs, also roofs for Al & Sons.", ["Al & Sons", "Al"])).toBe(
    "Ownword makes Ownword's roofs, also roofs for Ownword.",
  );
  expect(withoutOwnWords("a+b (c) $1", ["a+b (c) $1"])).toBe("Ownword");
});

test("grades increase with longer words and sentences", () => {
  const easy = readingGrade(["The crew came. The roof is dry. We like it."]);
  const hard = readingGrade([
    "Notwithstanding considerable meteorological uncertainty, professional installation organizations habitually recommend comprehensive documentation.",
  ]);
  expect(easy).toBeLessThan(3);
  expect(hard).toBeGreaterThan(15);
});

test("writes out contractions but not possessives", () => {
  expect(withoutContractions("Don't worry: it's Bob's roof, you'd say, and they've won't to spare.")).toBe(
    "Do not worry: it is Bob's roof, you would say, and they have will not to spare.",
  );
  // Inverted questions keep their contraction.
  expect(
    withoutContractions(
      `Can't a drafter do it? Ask why they don't, and "Don't I need a permit?" You can't know.`,
    ),
  ).toBe(`Can't a drafter do it? Ask why they do not, and "Don't I need a permit?" You cannot know.`);
});

describe("a faulty guide", () => {
  const { brief, text: good } = composedGuides[2]!;
  const trade = trades().find(({ id }) => id === "deck-fence")!;
  const findings = (text: typeof good) => checkMagnet(text, brief, trade);

  test("is reported for its text", () => {
    expect(findings(good)).toEqual([]);
    const spoiled = {
      ...good,
      about: {
        ...good.about,
        paragraphs: ["We are the best! We are licensed. {name}", good.opening.paragraphs[0]!],
      },
    };
    expect(new Set(findings(spoiled).map(({ check }) => check))).toEqual(
      new Set(["placeholder", "claim", "repeat", "loud"]),
    );
  });

  test("is reported for paragraphs harder than the rest", () => {
    const hard =
      "Notwithstanding considerable meteorological uncertainty, professional roofing organizations habitually recommend comprehensive photographic documentation of every individual shingle.";
    const text = { ...good, sections: good.sections.map((section) => ({ ...section, paragraphs: [hard] })) };
    expect(findings(text).map(({ check }) => check)).toContain("grade");
  });
});
