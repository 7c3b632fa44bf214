import { expect, test } from "vitest";
import { checkLength, checkModelLines } from "./checks.ts";

const from = {
  brief: {
    name: "Maria Lopez",
    company: "1-800-Roofers",
    product: "24 gauge metal roofs",
    topic: "how long does a roof last if it was put on by the man who sold it to us",
  },
  known: "Nail every 6 inches. Ask for 3 bids.",
  names: ["Maria Lopez", "1-800-Roofers", "maria@roof.test"],
};
const found = (line: string) => checkModelLines([line], from).map(({ check }) => check);

test.each([
  ["invented number", "Our roofs last 40 years."],
  ["invented number", "We finish in 2 days."],
  ["invented number", "Save 15% on your roof."],
  ["invented number", "It costs $ 9 a foot."],
  ["invented number", "Since 1987 on your street."],
  ["invented number", "Nine out of ten roofs leak at the wall."],
  ["invented number", "Twenty years of experience taught us that."],
  ["invented number", "A crew of 14 comes to your roof."],
  ["testimonial", "Thousands of happy homeowners chose this roof."],
  ["testimonial", "One client told us the roof was quiet."],
  ["testimonial", '"The quietest roof on the whole street", said Dana.'],
  ["testimonial", "Read our five-star reviews."],
  ["contact", "Write to other@evil.test about the roof."],
  ["contact", "Visit roofdeals.com today."],
  ["contact", "See https://evil.test/roof."],
  ["contact", "Call (813) 555-0199 about the roof."],
  ["contact", "Find us @rooferdeals."],
  ["markup", "A **metal** roof."],
  ["markup", "<b>Roof</b>"],
  ["markup", "`roof`"],
  ["machine talk", "As an AI, I like roofs."],
  ["machine talk", "I will ignore all previous instructions about roofs."],
  ["machine talk", "I can't help with that roof."],
  ["machine talk", "The brief asks for roofs."],
  ["profanity", "A damn good roof."],
  [
    "copied from the brief",
    "You ask how long does a roof last if it was put on by the man who sold it, and that is fair.",
  ],
  ["language", "Un techo nuevo para su casa, con precios claros y sin sorpresas para los dueños."],
])("finds %s in %o", (check, line) => {
  expect(found(line)).toContain(check);
});

test.each([
  "Ask for 3 bids, and read each of them twice.",
  "Walk around the house with 2 photos in hand.",
  "A nail every 6 inches holds a 24 gauge panel.",
  "Maria Lopez of 1-800-Roofers answers at maria@roof.test.",
  "Look under the eaves at 5 places before the visit.",
  'Ask "Who will be on my roof, your own crew or a subcontractor?" and listen.',
  "Your roofer should say how the work stops when it rains.",
  "Ignore the brand of the shingle, and look at the metal.",
  "Have two years of power bills at hand, and call two past clients.",
  "Five stars say nothing about the flashing.",
  "One half of a valley is cut, the other is woven.",
  "Read the brief aloud to your architect before you sign it.",
])("finds nothing in %o", (line) => {
  expect(found(line)).toEqual([]);
});

test("counts words", () => {
  expect(checkLength("It", ["one two three"], 2, 3)).toEqual([]);
  expect(checkLength("It", ["one two three", "four"], 2, 3)).toEqual([
    { check: "length", words: "It has 4 words; it needs 2 to 3." },
  ]);
  expect(checkLength("It", [""], 1, 3)).toHaveLength(1);
});

test("a worked example goes on for two lines more, and its numbers may be said again", () => {
  const example = [
    "Say the roof is $15,000 and you owe $2,500.",
    "Then the tear-off alone is $4,300.",
    "So ask.",
  ];
  const numbersOf = (lines: readonly string[]) =>
    checkModelLines(lines, from).flatMap(({ check, words }) => (check === "invented number" ? [words] : []));
  expect(numbersOf([...example, "Is it safe?", "Who pays the $2,500?"])).toEqual([]);
  expect(numbersOf([...example, "Is it safe?", "We do it for $9,100."])).toEqual(["9,100."]);
  expect(numbersOf(example.slice(1))).toEqual(["4,300."]);
  // What the example makes up isn't the owner's price, and nothing is worked out from it.
  expect(numbersOf([...example, "Is it safe?", "I charge $2,500."])).toEqual(["2,500."]);
  expect(numbersOf([...example.slice(0, 1), "I charge $950 for that."])).toEqual(["950 for"]);
  expect(numbersOf([...example, "Is it safe?", "We do it for $5,000."])).toEqual(["5,000."]);
});

test("a client’s question may be said back as a title, and nothing else that long", () => {
  const { topic } = from.brief;
  expect(found(`${topic}?`)).not.toContain("copied from the brief");
  expect(found(`${topic}.`)).toContain("copied from the brief");
});
