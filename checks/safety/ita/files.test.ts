import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { casesFile } from "#tools/safety/incidents/forms/ita-cases.ts";
import { summaryFile } from "#tools/safety/incidents/forms/ita-summary.ts";
import { CASES as COLUMNS_OF_CASES, SUMMARY as COLUMNS_OF_SUMMARY } from "./dictionary.ts";
import { anyCases, anyFirm, CASES, CUT, FIRM, listOf, summaryOf, TODAY, YEAR } from "./firm.ts";
import { parseCsv, quoteCsv, validateCases, validateSummary } from "./validate.ts";

// OSHA’s files as the product writes them, read by a validator that knows only OSHA’s documentation.

const LATER = "2028-01-01";

describe("a year of a made-up firm", () => {
  it("becomes a summary that OSHA accepts", () => {
    const { csv, errors, warnings } = summaryFile([summaryOf(FIRM, CASES)], TODAY);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    expect(validateSummary(csv!)).toEqual([]);
    expect(csv).toBe(
      `${COLUMNS_OF_SUMMARY.map(({ name }) => name).join(",")}\r\n` +
        `"Peña Roofing, Austin yard",741234567,"Peña & Sons Roofing, LLC","1200 E 7th St, Bldg ""C""",Austin,TX,` +
        `01234,238160,Roofing,22,1,2026,96,190000,1,1,2,1,1,153,44,2,1,0,0,1,1,\r\n`,
    );
  });

  it("becomes a list of cases that OSHA accepts", () => {
    const { csv, errors } = casesFile([listOf(FIRM, CASES)], TODAY);
    expect(errors).toEqual([]);
    expect(validateCases(csv!)).toEqual([]);
    const rows = parseCsv(csv!);
    expect(rows.map((row) => row[2])).toEqual([
      ...["case_number", "INC-2026-001", "INC-2026-002", "INC-2026-003", "INC-2026-004", "INC-2026-010"],
    ]);
    expect(rows[1]).toEqual([
      ...["Peña Roofing, Austin yard", "2026", "INC-2026-001", "Roofer", "03/02/2026", "Job 14, north roof"],
      ...[
        "Cut on the left hand, utility knife",
        "2",
        "3",
        "2",
        "1",
        "06/20/1985",
        "01/15/2018",
        "F",
        "1",
        "0",
      ],
      ...[
        "07:00",
        "13:20",
        "",
        "Cutting underlayment on the north slope",
        "The knife slipped",
        "Cut, 2 inches",
      ],
      ...["'=cmd|' /C calc'!A0", ""],
    ]);
    // A restriction counts no days away, and a death none at all; 150 and 90 days end at 180.
    expect(rows.slice(2).map((row) => row.slice(7, 10))).toEqual([
      ...[
        ["3", "", "12"],
        ["4", "", ""],
        ["2", "150", "30"],
        ["1", "", ""],
      ],
    ]);
  });

  it("adds up the same in both files", () => {
    const [, total] = parseCsv(summaryFile([summaryOf(FIRM, CASES)], TODAY).csv!);
    const rows = parseCsv(casesFile([listOf(FIRM, CASES)], TODAY).csv!).slice(1);
    const sum = (at: number) => String(rows.reduce((all, row) => all + Number(row[at]), 0));
    const count = (at: number, value: string) => String(rows.filter((row) => row[at] === value).length);
    expect(total!.slice(15, 21)).toEqual([
      ...["1", "2", "3", "4"].map((outcome) => count(7, outcome)),
      ...[sum(8), sum(9)],
    ]);
    expect(total!.slice(21, 27)).toEqual(["1", "2", "3", "4", "5", "6"].map((type) => count(10, type)));
  });

  it("says in the summary that there was no case, and lists none", () => {
    const { csv } = summaryFile([summaryOf(FIRM, [])], TODAY);
    expect(csv).toContain(",190000,2,0,0,0,0,0,0,0,0,0,0,0,0,\r\n");
    expect(validateSummary(csv!)).toEqual([]);
    expect(parseCsv(casesFile([listOf(FIRM, [])], TODAY).csv!)).toHaveLength(1);
  });
});

describe("what the writer writes", () => {
  it("is accepted, whatever the firm and its cases", () => {
    fc.assert(
      fc.property(anyFirm, anyCases, (firm, cases) => {
        const summary = summaryFile([summaryOf(firm, cases)], LATER);
        const list = casesFile([listOf(firm, cases)], LATER);
        expect([...summary.errors, ...list.errors]).toEqual([]);
        expect(validateSummary(summary.csv!)).toEqual([]);
        expect(validateCases(list.csv!)).toEqual([]);
        expect(parseCsv(list.csv!)).toHaveLength(cases.length + 1);
        // No cell is a formula.
        for (const cell of [summary.csv!, list.csv!].flatMap((csv) => parseCsv(csv).flat()))
          expect(cell).not.toMatch(/^[=+\-@]/);
      }),
      { numRuns: 150 },
    );
  });

  it("is accepted or refused with a reason, whatever the lengths, numbers and dates", () => {
    const wild = fc.record({
      name: fc.string({ unit: "grapheme", maxLength: 120 }),
      ein: fc.oneof(fc.string({ maxLength: 12 }), fc.constant("741234567")),
      street: fc.string({ maxLength: 120 }),
      averageEmployees: fc.oneof(fc.integer({ min: -2, max: 9 }), fc.double(), fc.constant(null)),
      hours: fc.oneof(fc.integer({ min: -2, max: 90_000 }), fc.constant(null)),
      year: fc.constantFrom(YEAR, 1999, 2027, Number.NaN),
    });
    const wildCase = fc.record({
      what: fc.string({ maxLength: 300 }),
      daysAway: fc.oneof(fc.integer({ min: -1, max: 200 }), fc.double()),
      date: fc.constantFrom("2026-03-02", "2026-02-30", "", "2025-03-02"),
      hired: fc.constantFrom("2018-01-15", "1980-01-01", "2026-03-03", null, "x"),
      time: fc.constantFrom("13:20", "1:20", "24:00", null),
      died: fc.constantFrom(null, "2026-03-02", "2026-03-01"),
    });
    fc.assert(
      fc.property(wild, wildCase, (firm, one) => {
        const summary = summaryFile([summaryOf({ ...FIRM, ...firm }, CASES)], TODAY);
        const list = casesFile([listOf({ ...FIRM, ...firm }, [{ ...CUT, ...one }])], TODAY);
        expect(summary.csv === null).toBe(summary.errors.length > 0);
        expect(list.csv === null).toBe(list.errors.length > 0);
        if (summary.csv !== null) expect(validateSummary(summary.csv)).toEqual([]);
        if (list.csv !== null) expect(validateCases(list.csv)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

/** Changes of a cell, each of which breaks a rule of OSHA’s, by column. */
type Breaks = Readonly<Record<string, readonly ((cell: string) => string)[]>>;

const more = (cell: string) => String(Number(cell) + 1);
const BAD_SUMMARY: Breaks = {
  // Any other column counts cases, and one more doesn’t add up.
  ...Object.fromEntries(COLUMNS_OF_SUMMARY.map(({ name }) => [name, [more]])),
  establishment_name: [() => "", () => "x".repeat(101), (cell) => `${cell}\n`],
  ein: [() => "74-1234567", () => "7412345", () => ""],
  company_name: [() => "x".repeat(101)],
  street_address: [() => "", () => "P.O. Box 12", () => "x".repeat(101)],
  city: [() => ""],
  state: [() => "Texas", () => "tx"],
  zip: [() => "1234", () => "01234-5678"],
  naics_code: [() => "2381", () => ""],
  industry_description: [() => "x".repeat(301)],
  size: [() => "2", () => ""],
  establishment_type: [() => "4", () => ""],
  year_filing_for: [() => "26"],
  annual_average_employees: [() => "0", () => "1.5", () => ""],
  total_hours_worked: [() => "0", () => "1,000", () => "999999999999"],
  no_injuries_illnesses: [(cell) => (cell === "1" ? "2" : "1")],
  total_dafw_days: [() => "-1", () => "1.5"],
  total_djtr_days: [() => "", () => "many"],
  change_reason: [() => "x".repeat(101)],
};

const BAD_CASES: Breaks = {
  establishment_name: [() => "", () => "x".repeat(101)],
  year_of_filing: [() => "2025", () => "26"],
  case_number: [() => ""],
  job_title: [() => "", () => "x".repeat(256)],
  date_of_incident: [() => "2026-03-02", () => "02/30/2026", () => "03/02/2025"],
  incident_location: [() => "", () => "x".repeat(256)],
  incident_description: [() => "", () => "x".repeat(256)],
  incident_outcome: [() => "5", () => "", (cell) => (cell === "1" ? "2" : "1")],
  dafw_num_away: [() => "181", () => "-1"],
  djtr_num_tr: [() => "181", () => "1.5"],
  type_of_incident: [() => "7", () => ""],
  date_of_birth: [() => "13/01/1980", () => "", () => "12/31/2026"],
  date_of_hire: [() => "", () => "01/01/1900", () => "01/01/2027"],
  sex: [() => "X", () => "male"],
  treatment_facility_type: [() => "2", () => ""],
  treatment_in_patient: [() => "Y", () => ""],
  time_started_work: [() => "7:00", () => "24:00"],
  time_of_incident: [(cell) => (cell === "" ? "13:20" : ""), () => "1:20 PM"],
  time_unknown: [() => "0", (cell) => (cell === "" ? "1" : "")],
  nar_before_incident: [() => ""],
  nar_what_happened: [() => ""],
  nar_injury_illness: [() => ""],
  nar_object_substance: [() => ""],
  date_of_death: [(cell) => (cell === "" ? "12/31/2026" : ""), () => "12/32/2026"],
};

describe("the validator", () => {
  const summary = parseCsv(summaryFile([summaryOf(FIRM, CASES)], TODAY).csv!);
  const list = parseCsv(casesFile([listOf(FIRM, CASES)], TODAY).csv!);

  it.each([
    ["summary", COLUMNS_OF_SUMMARY, BAD_SUMMARY, [summary], validateSummary],
    [
      "list of cases",
      COLUMNS_OF_CASES,
      BAD_CASES,
      list.slice(1).map((row) => [list[0]!, row]),
      validateCases,
    ],
  ] as const)("finds every single wrong cell of a %s", (_, columns, bad, files, validate) => {
    const missed: string[] = [];
    for (const [headings, row] of files as readonly string[][][])
      columns.forEach(({ name }, at) => {
        for (const change of bad[name]!) {
          const cell = change(row![at]!);
          const found = validate(quoteCsv([headings!, row!.with(at, cell)]));
          if (found.length === 0) missed.push(`${name}: ${cell}`);
        }
      });
    expect(missed).toEqual([]);
  });

  it("finds a wrong cell of any file", () => {
    const found = (
      file: string,
      columns: readonly { name: string }[],
      bad: Breaks,
      at: number,
      line: number,
    ) => {
      const rows = parseCsv(file);
      const [column, row] = [at % columns.length, 1 + (line % (rows.length - 1))];
      const changes = bad[columns[column]!.name]!;
      const changed = rows[row]!.with(column, changes[at % changes.length]!(rows[row]![column]!));
      return [quoteCsv(rows.with(row, changed)), columns[column]!.name] as const;
    };
    fc.assert(
      fc.property(anyFirm, anyCases, fc.nat(), fc.nat(), (firm, cases, at, line) => {
        const total = summaryFile([summaryOf(firm, cases)], LATER).csv!;
        const [file, column] = found(total, COLUMNS_OF_SUMMARY, BAD_SUMMARY, at, line);
        expect([column, validateSummary(file)]).not.toEqual([column, []]);
        if (cases.length === 0) return;
        const one = found(
          casesFile([listOf(firm, cases)], LATER).csv!,
          COLUMNS_OF_CASES,
          BAD_CASES,
          at,
          line,
        );
        expect([one[1], validateCases(one[0])]).not.toEqual([one[1], []]);
      }),
      { numRuns: 300 },
    );
  });

  it("wants OSHA’s headings in OSHA’s order, all cells, and each line once", () => {
    expect(validateSummary(quoteCsv(summary.map((row) => row.toReversed())))).not.toEqual([]);
    expect(validateSummary(`\ufeff${quoteCsv(summary)}`)).not.toEqual([]);
    expect(validateSummary(quoteCsv(summary).replace("74", '7"4'))).not.toEqual([]);
    expect(validateCases(quoteCsv(list.map((row) => row.slice(1))))).not.toEqual([]);
    expect(validateCases(quoteCsv([...list, list[1]!]))).toEqual(["line 7: case_number isn’t unique"]);
    expect(validateSummary(quoteCsv([...summary, summary[1]!]))).toEqual([
      "line 3: establishment_name isn’t unique",
    ]);
  });
});
