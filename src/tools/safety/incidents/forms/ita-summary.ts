// The file of form 300A for OSHA’s Injury Tracking Application (ITA). Headings, order, lengths, codes and
// checks are those of “Injury Tracking Application CSV Documentation” (8 pages, with the size codes of its
// change of 2023-10-17) and of the template “osha_ita_summary_data_csv_template-revised.csv”. Where the two
// differ, the template wins: it says `ein`, the documentation `ein_number`.

import {
  checkYear,
  csvOf,
  isCount,
  oneLine,
  type OshaFile,
  refuseText,
  type Report,
  startReport,
  type TextRule,
  warnOfSigns,
} from "./file-cells.ts";
import { CASE_TYPES, casesIn, type Establishment, OWNERS, type Totals, typesIn } from "./summary.ts";

/** The headings of the file, in OSHA’s order. */
const COLUMNS = [
  ...["establishment_name", "ein", "company_name", "street_address", "city", "state", "zip"],
  ...["naics_code", "industry_description", "size", "establishment_type", "year_filing_for"],
  ...["annual_average_employees", "total_hours_worked", "no_injuries_illnesses"],
  ...["total_deaths", "total_dafw_cases", "total_djtr_cases", "total_other_cases"],
  ...["total_dafw_days", "total_djtr_days", "total_injuries", "total_skin_disorders"],
  ...["total_respiratory_conditions", "total_poisonings", "total_hearing_loss", "total_other_illnesses"],
  "change_reason",
];

/** Form 300A of one establishment. */
export interface Summary {
  readonly establishment: Establishment;
  readonly totals: Totals;
  /** Why numbers that OSHA already has are sent again; "" the first time. */
  readonly changeReason: string;
}

type TextField = "name" | "company" | "street" | "city" | "industry";

const TEXTS: Readonly<Record<TextField, TextRule>> = {
  name: { name: "the establishment’s name", most: 100, isRequired: true, isMatched: true },
  company: { name: "the company’s legal name", most: 100, isRequired: true, isMatched: true },
  street: { name: "the street address", most: 100, isRequired: true, isMatched: true },
  city: { name: "the city", most: 100, isRequired: true, isMatched: true },
  industry: { name: "the description of the industry", most: 300, isRequired: false },
};

/** Postal codes of states, of the District of Columbia and of territories. */
const STATES = new Set(
  (
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC " +
    "ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI"
  ).split(" "),
);

/** The first two digits of every NAICS code, in all its editions. */
const SECTORS = new Set("11 21 22 23 31 32 33 42 44 45 48 49 51 52 53 54 55 56 61 62 71 72 81 92".split(" "));

const PO_BOX = /\bp\.?\s*o\.?\s*box\b|\bpost office box\b/i;

/** The first year that OSHA takes online. */
const FIRST_YEAR = 2016;

/** Hours of a year, day and night: nobody works more. */
const MOST_HOURS = 8_760;
/** At this and fewer hours per employee, OSHA asks. */
const FEW_HOURS = 500;
/** From this many employees on, OSHA asks. */
const MANY_EMPLOYEES = 25_000;

/** "74-1234567" and "78701-1234" without the dash. */
const digitsOf = (text: string): string => text.replaceAll(/[\s-]/g, "");

/**
 * OSHA’s code for the size of an establishment.
 * @param headcount everybody who worked there at any time of the year
 */
export function sizeCode(headcount: number): 1 | 21 | 22 | 3 {
  if (headcount < 20) return 1;
  if (headcount < 100) return 21;
  return headcount < 250 ? 22 : 3;
}

function checkAddress(one: Establishment, report: Report): void {
  for (const field of Object.keys(TEXTS) as TextField[]) {
    const refused = refuseText(one[field], TEXTS[field]);
    if (refused !== null) report.error(field, refused);
  }
  if (!/^\d{9}$/.test(digitsOf(one.ein))) report.error("ein", "Enter the 9 digits of the EIN.");
  if (PO_BOX.test(one.street))
    report.error("street", "Enter a street address. OSHA doesn’t accept a P.O. box.");
  if (!STATES.has(one.state)) report.error("state", "Choose the state.");
  if (!/^\d{5}(?:\d{4})?$/.test(digitsOf(one.zip)))
    report.error("zip", "Enter the ZIP code with 5 or 9 digits.");
  if (!/^\d{6}$/.test(one.naics))
    report.error(
      "naics",
      "Enter the 6 digits of the NAICS code. Roofing contractors have 238160, for example.",
    );
  else if (!SECTORS.has(one.naics.slice(0, 2)))
    report.error("naics", `No industry has the NAICS code ${one.naics}. Check its first two digits.`);
  if (!OWNERS.includes(one.owner))
    report.error("owner", "Choose whether a government owns the establishment.");
  const { name, company, street, city, industry } = one;
  warnOfSigns({ name, company, street, city, industry }, report);
}

function checkPeople({ headcount, averageEmployees, hours }: Establishment, totals: Totals, report: Report) {
  if (headcount === null || !isCount(headcount) || headcount === 0)
    report.error(
      "headcount",
      "Enter how many people worked here at any time of the year, part time included.",
    );
  const hasAverage = averageEmployees !== null && isCount(averageEmployees) && averageEmployees > 0;
  const hasHours = hours !== null && isCount(hours) && hours > 0;
  if (!hasAverage)
    report.error("averageEmployees", "Enter the average number of employees as a whole number above 0.");
  if (!hasHours) report.error("hours", "Enter the hours worked as a whole number above 0.");
  if (!hasAverage) return;
  if (averageEmployees >= MANY_EMPLOYEES)
    report.warn("averageEmployees", "OSHA asks about 25,000 employees and more. Check the average.");
  if (headcount !== null && headcount > 0 && averageEmployees > headcount)
    report.warn("averageEmployees", "The average is above the number of people who worked here. Check both.");
  if (averageEmployees <= casesIn(totals))
    report.warn("averageEmployees", "There are as many cases as employees, or more. Check both.");
  if (!hasHours) return;
  const each = Math.round(hours / averageEmployees).toLocaleString("en-US");
  if (hours / averageEmployees >= MOST_HOURS)
    report.error(
      "hours",
      `${each} hours per employee are more than a year has. Check the hours and the average.`,
    );
  else if (hours / averageEmployees <= FEW_HOURS)
    report.warn("hours", `${each} hours per employee are few for a year. Check the hours and the average.`);
}

function checkTotals(totals: Totals, report: Report): void {
  const { daysAwayCases, restrictedCases, daysAway, daysRestricted } = totals;
  const { deaths, otherCases, types } = totals;
  const counts = [deaths, daysAwayCases, restrictedCases, otherCases, daysAway, daysRestricted];
  if (![...counts, ...CASE_TYPES.map((type) => types[type])].every(isCount)) {
    report.error("totals", "Enter whole numbers for all totals, and 0 where there is none.");
    return;
  }
  if (casesIn(totals) !== typesIn(totals))
    report.error(
      "types",
      `Columns G to J count ${casesIn(totals)} cases, and column M counts ${typesIn(totals)}. They must agree.`,
    );
  if (daysAwayCases > 0 && daysAway === 0)
    report.error("daysAway", "There are cases with days away (column H), but no days away (column K).");
  else if (daysAway > 0 && daysAwayCases === 0)
    report.error("daysAwayCases", "There are days away (column K), but no case with days away (column H).");
  else if (daysAway < daysAwayCases)
    report.error("daysAway", "There are fewer days away (column K) than cases with days away (column H).");
  if (restrictedCases > 0 && daysRestricted === 0)
    report.error(
      "daysRestricted",
      "There are cases with transfer or restriction (column I), but no days of it (column L).",
    );
  if (daysRestricted > 0 && daysAwayCases + restrictedCases === 0)
    report.error(
      "restrictedCases",
      "There are days of transfer or restriction (column L), but no case in column H or I.",
    );
}

const rowOf = ({ establishment: one, totals, changeReason }: Summary): string[] => [
  ...[one.name, digitsOf(one.ein), one.company, one.street, one.city, one.state, digitsOf(one.zip)],
  ...[one.naics, one.industry],
  ...[sizeCode(one.headcount ?? 0), one.owner, one.year, one.averageEmployees, one.hours].map(String),
  // 1: there were injuries or illnesses; 2: there were none.
  casesIn(totals) > 0 ? "1" : "2",
  ...[totals.deaths, totals.daysAwayCases, totals.restrictedCases, totals.otherCases].map(String),
  ...[totals.daysAway, totals.daysRestricted, ...CASE_TYPES.map((type) => totals.types[type])].map(String),
  changeReason,
];

/**
 * The file of form 300A, one line per establishment.
 * @param today "2027-02-10", where the business is
 */
export function summaryFile(summaries: readonly Summary[], today: string): OshaFile {
  const { errors, warnings, of } = startReport();
  const names = new Set<string>();
  for (const { establishment: one, totals, changeReason } of summaries) {
    const report = of(one.name);
    checkAddress(one, report);
    checkYear(one.year, FIRST_YEAR, today, report);
    checkPeople(one, totals, report);
    checkTotals(totals, report);
    const refused = refuseText(changeReason, { name: "the reason", most: 100, isRequired: false });
    if (refused !== null) report.error("changeReason", refused);
    const name = `${one.year} ${oneLine(one.name).toLowerCase()}`;
    if (names.has(name))
      report.error("name", "Another establishment has this name. OSHA tells them apart by name.");
    names.add(name);
  }
  return { errors, warnings, csv: errors.length > 0 ? null : csvOf([COLUMNS, ...summaries.map(rowOf)]) };
}
