import { describe, expect, it } from "vitest";
import { casesFile, type ReportedCase } from "#tools/safety/incidents/forms/ita-cases.ts";
import { summaryFile } from "#tools/safety/incidents/forms/ita-summary.ts";
import { type Establishment, type Totals, totalsOf } from "#tools/safety/incidents/forms/summary.ts";
import { CASES, CUT, FIRM, listOf, summaryOf, TODAY, YEAR } from "./firm.ts";
import { parseCsv, validateSummary } from "./validate.ts";

// What is wrong before a file for OSHA may be downloaded, beside the field where it is.

describe("before the summary is downloaded", () => {
  it.each<[field: string, change: Partial<Establishment>, message: RegExp]>([
    ["name", { name: " " }, /^Enter the establishment’s name\.$/],
    ["name", { name: "=Austin" }, /Begin .* with a letter or a digit/],
    [
      "company",
      { company: "x".repeat(101) },
      /^Shorten the company’s legal name to 100 characters\. It has 101\.$/,
    ],
    ["street", { street: "PO Box 7" }, /doesn’t accept a P\.O\. box/],
    ["city", { city: "" }, /^Enter the city\.$/],
    ["state", { state: "Texas" }, /^Choose the state\.$/],
    ["zip", { zip: "1234" }, /5 or 9 digits/],
    ["ein", { ein: "12345678" }, /9 digits of the EIN/],
    ["naics", { naics: "2381" }, /6 digits of the NAICS code/],
    ["naics", { naics: "991234" }, /No industry has the NAICS code 991234/],
    ["industry", { industry: "x".repeat(301) }, /to 300 characters/],
    ["headcount", { headcount: null }, /at any time of the year/],
    ["averageEmployees", { averageEmployees: 95.5 }, /whole number above 0/],
    ["hours", { hours: 0 }, /whole number above 0/],
    ["hours", { hours: 96 * 8_760 }, /^8,760 hours per employee are more than a year has/],
    ["year", { year: 2027 }, /2027 isn’t over yet/],
    ["year", { year: 2015 }, /2016 or a later year/],
  ])("%s is checked (%#)", (field, change, message) => {
    const { csv, errors } = summaryFile([summaryOf({ ...FIRM, ...change }, CASES)], TODAY);
    expect(csv).toBeNull();
    expect(errors).toEqual([expect.objectContaining({ field, message: expect.stringMatching(message) })]);
  });

  const totals = totalsOf(YEAR, CASES);
  it.each<[field: string, change: Partial<Totals>]>([
    ["types", { types: { ...totals.types, 1: 3 } }],
    ["daysAway", { daysAway: 0 }],
    ["daysAway", { daysAway: 1 }],
    ["daysAwayCases", { daysAwayCases: 0, otherCases: 3 }],
    ["daysRestricted", { daysRestricted: 0 }],
    ["restrictedCases", { daysAwayCases: 0, restrictedCases: 0, daysAway: 0, otherCases: 4 }],
    ["totals", { deaths: -1 }],
    ["totals", { daysAway: 1.5 }],
  ])("the totals must agree: %s (%#)", (field, change) => {
    const { csv, errors } = summaryFile(
      [{ establishment: FIRM, totals: { ...totals, ...change }, changeReason: "" }],
      TODAY,
    );
    expect(csv).toBeNull();
    expect(errors.map((one) => one.field)).toEqual([field]);
  });

  it.each<[field: string, change: Partial<Establishment>]>([
    ["hours", { hours: 48_000 }],
    ["averageEmployees", { averageEmployees: 5, hours: 10_000 }],
    ["averageEmployees", { averageEmployees: 25_000, headcount: 30_000, hours: 50_000_000 }],
    ["averageEmployees", { averageEmployees: 125 }],
    ["name", { name: "Austin #2" }],
  ])("what OSHA questions is a warning: %s, %j", (field, change) => {
    const { csv, errors, warnings } = summaryFile([summaryOf({ ...FIRM, ...change }, CASES)], TODAY);
    expect(errors).toEqual([]);
    expect(warnings.map((one) => one.field)).toEqual([field]);
    expect(validateSummary(csv!)).toEqual([]);
  });

  it("two establishments need two names", () => {
    const summary = summaryOf(FIRM, CASES);
    const same = { ...summary, establishment: { ...FIRM, name: FIRM.name.toUpperCase() } };
    expect(summaryFile([summary, same], TODAY).errors).toEqual([
      expect.objectContaining({ of: FIRM.name.toUpperCase(), field: "name" }),
    ]);
    const other = { ...summary, establishment: { ...FIRM, name: "Waco yard" } };
    expect(validateSummary(summaryFile([summary, other], TODAY).csv!)).toEqual([]);
  });
});

describe("before the cases are downloaded", () => {
  it.each<[field: string, change: Partial<ReportedCase>]>([
    ["number", { number: "" }],
    ["title", { title: " \n" }],
    ["where", { where: "x".repeat(256) }],
    // With the apostrophe it would be one too long.
    ["what", { what: `=${"x".repeat(254)}` }],
    ["before", { before: "" }],
    ["happened", { happened: "" }],
    ["injury", { injury: "" }],
    ["object", { object: "" }],
    ["date", { date: "2026-02-30" }],
    ["born", { born: null }],
    ["born", { born: "2026-03-02", hired: "2026-03-02" }],
    ["hired", { hired: null }],
    ["hired", { hired: "2026-03-03" }],
    ["hired", { hired: "1985-06-20" }],
    ["died", { died: "2026-03-05" }],
    ["died", { outcome: "death", daysAway: 0, daysRestricted: 0 }],
    ["died", { outcome: "death", died: "2026-03-01" }],
    ["died", { outcome: "death", died: "2027-02-11" }],
    ["startedWork", { startedWork: "7:00" }],
    ["time", { time: "25:00" }],
    ["time", { time: null }],
    ["time", { isTimeUnknown: true }],
    ["inEmergencyRoom", { inEmergencyRoom: null }],
    ["overnight", { overnight: null }],
    ["daysAway", { daysAway: 0 }],
    ["daysAway", { daysAway: 2.5 }],
    ["daysRestricted", { outcome: "restricted", daysAway: 0, daysRestricted: 0 }],
    ["outcome", { outcome: "restricted" }],
    ["outcome", { outcome: "other" }],
  ])("%s is checked (%#)", (field, change) => {
    const { csv, errors } = casesFile([listOf(FIRM, [{ ...CUT, ...change }])], TODAY);
    expect(csv).toBeNull();
    expect(new Set(errors.map((one) => one.field))).toEqual(new Set([field]));
    expect(errors[0]!.message).toMatch(/^\p{Lu}.*\.$/u);
  });

  it("a case without a date isn’t left out", () => {
    const { csv, errors } = casesFile(
      [listOf(FIRM, [CUT, { ...CUT, id: "z", number: "9", date: "" }])],
      TODAY,
    );
    expect(csv).toBeNull();
    expect(errors.map(({ of, field }) => [of, field])).toContainEqual(["9", "date"]);
  });

  it("two cases need two numbers", () => {
    const { errors } = casesFile([listOf(FIRM, [CUT, { ...CUT, id: "z" }])], TODAY);
    expect(errors.map(({ field }) => field)).toEqual(["number"]);
  });

  it("years before OSHA took cases are refused", () => {
    const { errors } = casesFile([listOf({ ...FIRM, year: 2022 }, [])], TODAY);
    expect(errors.map(({ field }) => field)).toEqual(["year"]);
  });

  it.each<[field: string | undefined, change: Partial<ReportedCase>, message: RegExp]>([
    ["happened", { happened: "NUNEZ slipped", where: "Mar, pier 4" }, /may name the person/],
    ["before", { before: "Calling 512-555-0143" }, /phone number/],
    ["before", { before: "Calling (512) 555-0143" }, /phone number/],
    ["object", { object: "Badge 123-45-6789" }, /phone number/],
    ["what", { what: "Mail to pat@example.com" }, /phone number/],
    [
      "injury",
      { injury: "Burn on 10% (second degree) of the arm", object: "Steam, 50%" },
      /reject % \( \) in/,
    ],
    [undefined, { happened: "On 2026-03-02 at 07:00, 10 x 12 ft" }, /./],
  ])("what OSHA publishes or may reject is a warning: %s, %j", (field, change, message) => {
    const one = { ...CUT, object: "Utility knife", ...change };
    const { csv, errors, warnings } = casesFile([listOf(FIRM, [one])], TODAY);
    expect([errors, csv === null]).toEqual([[], false]);
    expect(warnings[0]?.field).toBe(field);
    expect(warnings.slice(0, 1).every((warning) => message.test(warning.message))).toBe(true);
  });

  it("days over 180 are a warning, and 180 in the file", () => {
    const { csv, warnings } = casesFile([listOf(FIRM, [{ ...CUT, daysAway: 200, object: "Knife" }])], TODAY);
    expect(warnings.map(({ field }) => field)).toEqual(["daysAway"]);
    expect(parseCsv(csv!)[1]!.slice(8, 10)).toEqual(["180", "0"]);
  });

  it("days of a death are a warning, and not in the file", () => {
    const dead = { ...CUT, outcome: "death", died: "2026-03-05", object: "Knife" } as const;
    const { csv, warnings } = casesFile([listOf(FIRM, [dead])], TODAY);
    expect(warnings.map(({ field }) => field)).toEqual(["outcome"]);
    expect(parseCsv(csv!)[1]!.slice(7, 10)).toEqual(["1", "", ""]);
  });

  it("never names the person", () => {
    const { csv } = casesFile([listOf(FIRM, CASES)], TODAY);
    for (const { name } of CASES) expect(csv).not.toContain(name);
  });
});
