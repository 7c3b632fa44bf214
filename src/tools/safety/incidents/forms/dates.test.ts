import { describe, expect, it } from "vitest";
import { datesOf, dutyOf, type Facts, stepsOf } from "./dates.ts";
import { sizeCode } from "./ita-summary.ts";

const ROOFER: Facts = { mostInCompany: 120, headcount: 124, naics: "238160" };
const duty = (facts: Partial<Facts>) => {
  const { records, sends } = dutyOf({ ...ROOFER, ...facts });
  return [records, sends];
};

it("a year’s forms are posted from February to April, sent by March 2, and kept for five years", () => {
  expect(datesOf(2026)).toEqual({
    ...{ postFrom: "2027-02-01", postUntil: "2027-04-30", sendBy: "2027-03-02", keepUntil: "2031-12-31" },
  });
});

describe("what OSHA asks for", () => {
  it("depends on the size and the industry", () => {
    expect(duty({})).toEqual([true, "form 300A and cases"]);
    expect(duty({ headcount: 99 })).toEqual([true, "form 300A"]);
    expect(duty({ headcount: 20 })).toEqual([true, "form 300A"]);
    expect(duty({ headcount: 19 })).toEqual([true, "nothing"]);
    // Plumbers aren’t in appendix B, whatever their size.
    expect(duty({ naics: "238220", headcount: 400 })).toEqual([true, "form 300A"]);
    // Neither in appendix A nor B: movie theaters’ landlords aside, telecommunications carriers.
    expect(duty({ naics: "517111", headcount: 249 })).toEqual([true, "nothing"]);
    expect(duty({ naics: "517111", headcount: 250 })).toEqual([true, "form 300A"]);
    // A sawmill is manufacturing, "31-33".
    expect(duty({ naics: "321113", headcount: 30 })).toEqual([true, "form 300A"]);
  });

  it("is little of small companies and exempt industries, and never nothing", () => {
    expect(duty({ mostInCompany: 10 })).toEqual([false, "nothing"]);
    expect(duty({ mostInCompany: 11, headcount: 11 })).toEqual([true, "nothing"]);
    expect(duty({ naics: "541310", headcount: 300 })).toEqual([false, "nothing"]);
    const { reasons } = dutyOf({ ...ROOFER, mostInCompany: 4 });
    expect(reasons.map(({ cite }) => cite)).toEqual(["29 CFR 1904.1", "29 CFR 1904.39"]);
    expect(reasons[1]!.text).toContain("within 8 hours");
  });

  it("isn’t guessed while facts are missing", () => {
    for (const facts of [{ mostInCompany: null }, { headcount: null }, { naics: "2381" }, { naics: "" }])
      expect(duty(facts)).toEqual([null, null]);
    // A small company needs no code.
    expect(duty({ mostInCompany: 3, naics: "", headcount: null })).toEqual([false, "nothing"]);
  });
});

it("the steps of a year are in order of their days", () => {
  const steps = stepsOf(2026, dutyOf(ROOFER));
  expect(steps.map(({ key, on }) => [key, on])).toEqual([
    ["post", "2027-02-01"],
    ["send", "2027-03-02"],
    ["remove", "2027-04-30"],
    ["keep", "2031-12-31"],
  ]);
  expect(steps[1]!.label).toBe("Send form 300A and the cases for 2026 to OSHA");
  expect(stepsOf(2026, { records: true, sends: "form 300A" })[1]!.label).toBe(
    "Send form 300A for 2026 to OSHA",
  );
  expect(stepsOf(2026, { records: true, sends: "nothing" }).map(({ key }) => key)).not.toContain("send");
  expect(stepsOf(2026, { records: false, sends: "nothing" })).toEqual([]);
});

it("sizes have OSHA’s codes", () => {
  expect([1, 19, 20, 99, 100, 249, 250].map(sizeCode)).toEqual([1, 1, 21, 21, 22, 22, 3]);
});
