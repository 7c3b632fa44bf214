import { describe, expect, test } from "vitest";
import {
  bannedPhrases,
  checkMagnet,
  claims,
  echoes,
  fitsAnyBusiness,
  monotony,
  placeholders,
  readingGrade,
  withoutOwnWords,
} from "./checks.ts";
import { playbooks } from "../playbook/playbooks.server.ts";
import { magnetBriefSchema } from "../schema.ts";
import { withoutContractions } from "../text/sentences.ts";
import { writeMagnet } from "../magnet/write-magnet.ts";

const roofer = playbooks().find(({ id }) => id === "roofer")!;

test.each([
  "We revolutionize roofs",
  "Unlocking your attic",
  "A seamless job",
  "In today’s fast-paced world",
  "Don't hesitate to call",
  "A bespoke deck",
])("“%s” is worn", (text) => expect(bannedPhrases(text)).not.toEqual([]));

test.each(["Locks on the gate", "A bench at eye level", "One seam less", "Drive in the last nail"])(
  "“%s” is not a cliché",
  (text) => expect(bannedPhrases(text)).toEqual([]),
);

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

describe("echoes", () => {
  test("are three equal first words anywhere, and equal first words of neighbors", () => {
    expect(echoes([["Ask for the roof plan."], ["Then ask for a photo. Ask who gets the permit."]])).toEqual(
      [],
    );
    expect(echoes([["Ask for the roof plan."], ["Wait. Ask for the permit."]])).toEqual([
      "Ask for the permit.",
    ]);
    expect(echoes([["Look at the roof. Look up."]])).toEqual(["Look up."]);
  });
  test("monotony is one word opening too many sentences", () => {
    expect(
      monotony(
        Array.from({ length: 20 }, (_, at) => [
          at % 2 ? `The roof ${at}.` : `${"abcdefghijklmnopqrst"[at]}word.`,
        ]),
      ),
    ).toEqual(["the ×10"]);
  });
});

test("finds a sentence that would fit any business", () => {
  expect(
    fitsAnyBusiness([["We do good work."], ["Check the flashing."], ["It holds.", "Nails do that."]], roofer),
  ).toEqual(["We do good work."]);
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
  const brief = magnetBriefSchema.parse({
    name: "Ann Lee",
    email: "a@b.co",
    company: "LEE & SONS ROOFING",
    product: "Slate roofs",
    targetAudience: "vicars",
    topic: "How steeples leak",
  });
  const good = writeMagnet(brief, { playbooks: playbooks() });
  const contact = (words: object) => ({
    ...good,
    nextStep: { ...good.nextStep, contact: { ...good.nextStep.contact, ...words } },
  });
  const without = (words: string, instead = "barns") =>
    JSON.parse(JSON.stringify(good).replace(new RegExp(words, "gi"), instead)) as typeof good;
  const findings = (text: typeof good) => checkMagnet(text, brief, roofer);

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
      new Set(["placeholder", "claim", "echo", "repeat", "fits any business", "loud", "missing"]),
    );
  });

  test.each([
    ["the person", contact({ name: "Bob" }), 'The name "Ann Lee" on the last page'],
    ["the address", contact({ email: "b@b.co" }), 'The address "a@b.co" on the last page'],
    ["the company under it", contact({ company: "" }), 'The company "LEE & SONS ROOFING" on the last page'],
    [
      "the company in its own words, calmed",
      without("Lee & Sons"),
      'The name "Lee & Sons Roofing" in about or nextStep',
    ],
    ["what is sold", without("slate roofs?|slates?|roof\\w*", "barns"), "What the brief sells"],
    ["whom it is for", without("vicars", "farmers"), "Who the brief wants to reach"],
    ["its topic", without("(?:steeple|leak)s?", "barns"), "The topic of the brief"],
  ])("without %s", (_what, text, words) => {
    expect(findings(text)).toContainEqual({ check: "missing", words });
  });

  test("is reported for paragraphs harder than the rest", () => {
    const hard =
      "Notwithstanding considerable meteorological uncertainty, professional roofing organizations habitually recommend comprehensive photographic documentation of every individual shingle.";
    const text = { ...good, sections: good.sections.map((section) => ({ ...section, paragraphs: [hard] })) };
    expect(findings(text).map(({ check }) => check)).toContain("grade");
  });
});
