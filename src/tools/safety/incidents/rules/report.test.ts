import { expect, it } from "vitest";
import { hasStatePlan, isAmputation, type ReportFacts, whatToSay } from "./report.ts";

const NOTHING: ReportFacts = {
  ...{ establishment: null, location: null, at: null, kind: "amputation", names: [] },
  ...{ contact: null, phone: null, description: null },
};

it("has what OSHA asks, in its order, and shows what is still to find out", () => {
  const facts: ReportFacts = {
    ...{ establishment: "Ridgeline Builders", location: "12 Oak St, Aurora, CO", at: "November 2, 10:00 AM" },
    ...{ kind: "amputation", names: ["Dana Ruiz", "Sam Cole"], contact: "Kim Lee", phone: "303-555-0100" },
    description: "Table saw, guard removed",
  };
  expect(whatToSay(facts).map(({ says }) => says)).toEqual([
    ...["Ridgeline Builders", "12 Oak St, Aurora, CO", "November 2, 10:00 AM", "Amputation", "2"],
    ...["Dana Ruiz, Sam Cole", "Kim Lee, 303-555-0100", "Table saw, guard removed"],
  ]);
  const open = whatToSay(NOTHING);
  expect(open.filter(({ says }) => says !== null)).toEqual([{ asks: "What you report", says: "Amputation" }]);
  // Half of a contact is none.
  expect(whatToSay({ ...NOTHING, contact: "Kim Lee" })).toEqual(open);
});

it("knows the states that take reports themselves", () => {
  expect(["CA", "wa", "PR"].map(hasStatePlan)).toEqual([true, true, true]);
  // New York's program is for public employees only.
  expect(["TX", "CO", "NY"].map(hasStatePlan)).toEqual([false, false, false]);
});

it("follows the doctor on what an amputation is", () => {
  expect(isAmputation("avulsion", "amputation")).toBe(true);
  expect(isAmputation("severed", "avulsion")).toBe(false);
  expect(isAmputation("severed", null)).toBe(true);
});
