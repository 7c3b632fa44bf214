import fc from "fast-check";
import type { CaseList, ReportedCase } from "#tools/safety/incidents/forms/ita-cases.ts";
import type { Summary } from "#tools/safety/incidents/forms/ita-summary.ts";
import { CASE_TYPES, type Establishment, OUTCOMES, totalsOf } from "#tools/safety/incidents/forms/summary.ts";

// A made-up roofing contractor and its year 2026, and random ones.

export const YEAR = 2026;
/** When the year is sent to OSHA. */
export const TODAY = "2027-02-10";

export const FIRM: Establishment = {
  ...{ company: "Peña & Sons Roofing, LLC", name: "Peña Roofing, Austin yard", ein: "74-1234567" },
  ...{ street: '1200 E 7th St, Bldg "C"', city: "Austin", state: "TX", zip: "01234" },
  ...{ industry: "Roofing", naics: "238160", owner: 1, year: YEAR },
  ...{ headcount: 124, averageEmployees: 96, hours: 190_000 },
};

/** A case that is complete: a cut with three days away. */
export const CUT: ReportedCase = {
  ...{ id: "a", number: "INC-2026-001", date: "2026-03-02", outcome: "days away", type: 1 },
  ...{ daysAway: 3, daysRestricted: 2, name: "María Núñez", title: "Roofer", isPrivate: false },
  ...{ where: "Job 14, north roof", what: "Cut on the left hand, utility knife" },
  ...{ born: "1985-06-20", hired: "2018-01-15", sex: "F", inEmergencyRoom: true, overnight: false },
  ...{ startedWork: "07:00", time: "13:20", isTimeUnknown: false },
  ...{ before: "Cutting underlayment\non the north slope", happened: "The knife slipped" },
  ...{ injury: "Cut, 2 inches", object: "=cmd|' /C calc'!A0", died: null },
};

/** The cases of the year, and one of the year before. */
export const CASES: readonly ReportedCase[] = [
  CUT,
  {
    ...CUT,
    ...{ id: "b", number: "INC-2026-002", date: "2026-07-30", outcome: "restricted", isPrivate: true },
    ...{ daysAway: 0, daysRestricted: 12, name: "Lee Ho", time: null, isTimeUnknown: true },
  },
  {
    ...CUT,
    ...{ id: "c", number: "INC-2026-010", date: "2026-08-04", outcome: "death", type: 6 },
    ...{ daysAway: 0, daysRestricted: 0, died: "2026-08-05", overnight: true, name: "Sam Ode" },
  },
  {
    ...CUT,
    ...{ id: "d", number: "INC-2026-003", date: "2026-12-31", outcome: "other", type: 2 },
    ...{ daysAway: 0, daysRestricted: 0, sex: null, startedWork: null },
  },
  {
    ...CUT,
    ...{ id: "e", number: "INC-2026-004", date: "2026-02-28", outcome: "days away", type: 5 },
    ...{ daysAway: 150, daysRestricted: 90 },
  },
  { ...CUT, id: "f", number: "INC-2025-007", date: "2025-12-31" },
];

/** Form 300A of the year. */
export const summaryOf = (establishment: Establishment, cases: readonly ReportedCase[]): Summary => ({
  ...{ establishment, totals: totalsOf(YEAR, cases), changeReason: "" },
});

/** Forms 300 and 301 of the year. */
export const listOf = (establishment: Establishment, cases: readonly ReportedCase[]): CaseList => ({
  ...{ establishment, cases },
});

/** Everything that can go wrong in a cell, and then some. */
const hard = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom(
    "a, b",
    'say "go"',
    "two\r\nlines",
    "=1+1",
    "@x",
    "-2 °F",
    "Ñandú",
    "'quoted'",
    "\t tab",
    '"',
  ),
);
/** A text that isn’t blank, whatever it begins with. */
const narrative = fc.tuple(hard, hard).map(([one, other]) => `${one} ${other}x`);
/** A text that OSHA compares with its records. */
const matched = hard.map((text) => `A${text}`);

const day = (first: string, days: number): string => Temporal.PlainDate.from(first).add({ days }).toString();
const clock = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);

const anyCase: fc.Arbitrary<ReportedCase> = fc
  .record({
    outcome: fc.constantFrom(...OUTCOMES),
    type: fc.constantFrom(...CASE_TYPES),
    days: fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 400 })),
    dates: fc.record({
      date: fc.integer({ min: 0, max: 364 }).map((days) => day("2026-01-01", days)),
      born: fc.integer({ min: 0, max: 20_000 }).map((days) => day("1950-01-01", days)),
      hired: fc.integer({ min: 0, max: 6_000 }).map((days) => day("2006-01-01", days)),
    }),
    survived: fc.integer({ min: 0, max: 40 }),
    sex: fc.constantFrom("M" as const, "F" as const, null),
    answers: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    startedWork: fc.option(clock),
    time: fc.option(clock),
    texts: fc.record({
      ...{ title: narrative, where: narrative, what: narrative },
      ...{ before: narrative, happened: narrative, injury: narrative, object: narrative },
    }),
    name: hard,
  })
  .map(({ outcome, type, days: [away, restricted], dates, survived, answers, time, texts, ...rest }) => ({
    ...{ id: "", number: "", outcome, type, ...dates, ...texts, ...rest, time },
    daysAway: outcome === "days away" ? away : 0,
    daysRestricted: { "days away": restricted, restricted: away, death: 0, other: 0 }[outcome],
    died: outcome === "death" ? day(dates.date, survived) : null,
    isTimeUnknown: time === null,
    ...{ inEmergencyRoom: answers[0], overnight: answers[1], isPrivate: answers[2] },
  }));

/** Complete cases of 2026. */
export const anyCases: fc.Arbitrary<ReportedCase[]> = fc
  .array(anyCase, { maxLength: 6 })
  .map((cases) => cases.map((one, at) => ({ ...one, id: String(at), number: `INC-2026-${at + 1}` })));

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

/** Complete establishments. */
export const anyFirm: fc.Arbitrary<Establishment> = fc
  .record({
    ...{ company: matched, name: matched, street: matched, city: matched, industry: hard },
    ein: digits(9),
    state: fc.constantFrom("TX", "CA", "PR"),
    zip: fc.oneof(digits(5), digits(9)),
    naics: digits(4).map((rest) => `23${rest}`),
    owner: fc.constantFrom(1 as const, 2 as const, 3 as const),
    averageEmployees: fc.integer({ min: 1, max: 30_000 }),
    more: fc.integer({ min: 0, max: 500 }),
    each: fc.integer({ min: 1, max: 8_759 }),
  })
  .map(({ more, each, ...rest }) => ({
    ...{ ...rest, year: YEAR, headcount: rest.averageEmployees + more, hours: rest.averageEmployees * each },
  }));
