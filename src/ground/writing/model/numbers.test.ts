import { expect, test } from "vitest";
import { knownNumbers } from "./known-numbers.ts";
import { inventedNumbers, unsourcedFigures } from "./numbers.ts";

const known = knownNumbers(
  "A tear-off for $17,400; the other bid is 12900. Six rentals, $229 a year. Plans from $9k to $28k. Eleven thousand dollars. 24 years in business. A patio 16x24.",
  "A repair runs $350 to $3,000. Shingles last 15 to 20 years. R-38 in the attic. 30 percent of leaks. Code asks for a 36-inch guard.",
  "How long does a roof last?",
);
const invented = (line: string) => inventedNumbers(line, known);

test.each([
  "Put on two coats and wait ten minutes.",
  "Ask three questions, and lay a 1-inch block beside it.",
  "Take 4 photos every 30 days, from 20 feet away.",
  "Call after 9:05, on June 22, or at 5 p.m.",
  "Cut it in 1/4-inch steps.",
  "A house from the 1970s has another frame.",
  "You'd have to do it a hundred times.",
  "Call 811 before you dig.",
  "A repair runs $350 to $3,000.",
  "It lasts 15 to 20 years, and fifteen is no age.",
  "R-38 is in the plan, and about 30 percent of leaks are there.",
  "The code says 36 inches for the guard.",
  // By the owner, also as it's said, and in a plain sum.
  "I quoted $17,400, and the other one $12,900, so you're looking at $4,500.",
  "Five more units at $229 come to $1,145.",
  "Your patio has 384 square feet.",
  "Six of them for $17,400 are $2,900 each.",
  "A yard runs from $9,000 to $28,000, and a field eleven thousand dollars.",
  "We've been at it for 24 years.",
  // An example that says so, up to the end of its paragraph.
  "Say the bid is $6,000 and it lasts 8 years. That's $750 a year.",
  "For example, a house of 1,800 square feet with 14 windows.",
  'Write "brick ranch, built 1962, 22 windows" and that is plenty.',
])("%o has no invented number", (line) => expect(invented(line)).toEqual([]));

test.each([
  ["A new roof costs $16,500.", "16,500."],
  ["It's $0.26 a foot.", "0.26 a"],
  ["It’s nine hundred fifty dollars, give or take.", "nine hundred fifty dollars,"],
  ["That saves 40 percent of the heat.", "40 percent"],
  ["About 62% of homeowners wait.", "62% of"],
  ["Seven out of ten roofs leak there.", "Seven out"],
  ["7 out of 10 roofs leak there.", "7 out"],
  ["Our shingles last forty years.", "forty years."],
  ["Ask for a 25-year warranty.", "25-year warranty."],
  ["We've had 35 years of experience in roofs.", "35 years"],
  ["Our shingles, 15 years in business, hold.", "15 years"],
  ["We've done 400 roofs around here.", "400 roofs"],
  ["A crew of 14 comes to your roof.", "14 comes"],
  ["We've been here since 1987.", "1987."],
  ["Section R905 asks for an ice barrier.", "905 asks"],
  ["Florida's 163.045 lets you cut it.", "163.045 lets"],
  ["Under 806 KAR 12:095 he may not.", "095"],
  ["I'll call you back within 24 hours.", "24 hours."],
  ["Say 80 percent of people wait.", "80 percent"],
])("%o has one", (line, words) => expect(invented(line).join(" ")).toContain(words));

test.each([
  ["Bars are #3, every 12 to 18 inches.", "12 to 18 inches"],
  ["Take off 4 percent for each 1,000 feet.", "4 percent", "1,000 feet"],
  ["A good one lasts 25 years here.", "25 years here"],
  ["Past 12 years, replace it.", "12 years"],
  ["Ask for MERV 13 filters.", "MERV 13 filters"],
  ["By law a guard is 42 inches high.", "42 inches high"],
  ["It needs a 200-amp panel.", "200-amp panel"],
  ["Since 2009 the code is stricter.", "2009 the code"],
  ["Joints are 3/4 inch deep.", "3/4 inch deep"],
  ["Keep it from 60 to 80 degrees.", "60 to 80 degrees"],
  ["Stay off for 28 days.", "28 days"],
  // Of our sources, so it has no place in the owner's brief.
  ["A repair runs $350 to $3,000.", "$350 to $3,000"],
])("%o has figures for the owner to check", (line, ...words) => {
  expect(invented(line)).toEqual([]);
  expect(unsourcedFigures(line, known).map((figure) => figure.words)).toEqual(words);
});

test.each([
  "Put on two coats, ask three questions, and wait ten minutes.",
  "I quoted $17,400, and we have been at it for 24 years.",
  "Your patio has 384 square feet.",
  "Shingles last 15 to 20 years, and the guard is 36 inches.",
  "Call 811 before you dig, and send 4 photos by June 22.",
  "Say the house is 1,800 square feet and the pad is 6 inches.",
])("%o has none", (line) => expect(unsourcedFigures(line, known)).toEqual([]));

test("what others charge may be said where the brief asks about money, and the owner is shown it", () => {
  const asked = knownNumbers("I charge $89 for a look.", "", "What should a spring cost?");
  expect(inventedNumbers("Around here a pair usually runs $250 to $400.", asked)).toEqual([]);
  expect(unsourcedFigures("Around here a pair usually runs $250 to $400.", asked)).toEqual([
    { words: "$250 to $400", rank: 1 },
  ]);
  expect(inventedNumbers("I charge $250 to $400 for a pair.", asked)).toEqual(["250 to", "400 for"]);
  expect(inventedNumbers("Our usual price is $320.", asked)).toEqual(["320."]);
  const other = knownNumbers("I charge $89 for a look.", "", "Which spring do I have?");
  expect(inventedNumbers("A pair usually runs $250 to $400.", other)).toEqual(["250 to", "400."]);
});

test("an owner's price by the foot needs no dollar sign", () => {
  const typed = knownNumbers("6 ft privacy about 32 to 42 a foot", "", "how tall do I go?");
  expect(inventedNumbers("It runs $32 to $42 a foot, so 30 feet are $960.", typed)).toEqual([]);
  expect(inventedNumbers("It runs $38 a foot.", typed)).toEqual(["38 a"]);
});

test.each([
  ["$85 first hour 65 after", "Three hours are $215."],
  ["$118,000 for 96 windows, 24 units, a 3 year plan", "That's $1,639 a unit in each of the 3 years."],
])("“%s” makes “%s”", (brief, line) => {
  expect(inventedNumbers(line, knownNumbers(brief, "", "who decides?"))).toEqual([]);
});

test("a sum that is shown in the line may go on from the owner's price, and from nobody else's", () => {
  const typed = knownNumbers("$58 a foot, pump setup 7 to 9k", "", "is it a gamble?");
  const line =
    "At $58 a foot, 400 feet is $23,200. With the pump at $7,000 to $9,000, that's $30,200 to $32,200.";
  expect(inventedNumbers(line, typed)).toEqual([]);
  expect(inventedNumbers("If yours is 12 by 16, that's $11,136 at $58 a foot.", typed)).toEqual([]);
  expect(inventedNumbers("That's $23,500.", typed)).toEqual(["23,500."]);
  expect(inventedNumbers("The pump is $140 and the pipe $160, so that's $300.", typed)).toEqual([
    "140 and",
    "160, so",
    "300.",
  ]);
});

test("in a worked example, numbers and prices are made up, and statistics are not", () => {
  expect(inventedNumbers("Labor $3,900, 60 hours", known, true)).toEqual([]);
  expect(unsourcedFigures("Labor $3,900, 60 hours", known, true)).toEqual([]);
  expect(inventedNumbers("90 percent of homeowners pay $3,900", known, true)).toEqual(["90 percent"]);
});

test("what does the most harm comes first", () => {
  const ranks = unsourcedFigures("Wait 28 days, cut 9 inches deep, at 4,000 psi.", known);
  expect(ranks.map(({ rank }) => rank)).toEqual([3, 2, 1]);
});
