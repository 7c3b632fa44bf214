import { expect, it } from "vitest";
import { readSpoken } from "./spoken.ts";

it.each([
  ["12 feet of cedar handrail at 38 dollars", "Cedar handrail", "12", "ft", "38"],
  ["two sheets of drywall at $14.50 each", "Drywall", "2", "sheet", "14.50"],
  ["6 stair treads for 45 dollars apiece", "Stair treads", "6", "", "45"],
  ["320 square feet of tear off at 2.75 a square foot", "Tear off", "320", "sq ft", "2.75"],
  ["1,200 sq ft LVP at $3.10 per square foot.", "LVP", "1200", "sq ft", "3.10"],
  ["haul away debris for $350", "Haul away debris", "", "", "350"],
  ["three hours labor at 85 an hour", "Labor", "3", "hr", "85"],
  ["patch the ceiling", "Patch the ceiling", "", "", ""],
  ["2 1/2 yards of mulch at 60", "Mulch", "2 1/2", "yd", "60"],
  ["2 by 6 joists at 12 dollars", "2 by 6 joists", "", "", "12"],
  ["one", "One", "", "", ""],
  ["12 feet", "12 feet", "", "", ""],
  ["", "", "", "", ""],
])("%s", (words, text, quantity, unit, price) => {
  expect(readSpoken(words)).toEqual({ text, quantity, unit, price });
});
