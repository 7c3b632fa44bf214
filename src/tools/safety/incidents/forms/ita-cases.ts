// The file of forms 300 and 301 for OSHA’s Injury Tracking Application (ITA), which takes cases one by one
// since 2024. Headings, order and codes are those of the template “ita_template_form_300-301_csv_data.csv”,
// which has 24 columns. The limits of 255 and 100 characters come from programs that follow OSHA’s
// documentation, not from the documentation itself; for the four narratives we know none.
//
// The file has no name, no address, and neither the doctor nor the clinic: OSHA doesn’t collect them
// (29 CFR 1904.41(b)(9)). Privacy cases are in it like all others.

import { readDate } from "#ground/sync/public.ts";
import { folded } from "#platform/names/folded.ts";
import {
  checkYear,
  csvOf,
  isCount,
  oneLine,
  type OshaFile,
  refuseText,
  type Report,
  slashDate,
  startReport,
  type TextRule,
  warnOfSigns,
} from "./file-cells.ts";
import { MOST_DAYS } from "../rules/days.ts";
import {
  casesOf,
  countedDays,
  type Establishment,
  isOfYear,
  OUTCOMES,
  type RecordableCase,
} from "./summary.ts";

/** The headings of the file, in OSHA’s order. */
const COLUMNS = [
  ...["establishment_name", "year_of_filing", "case_number", "job_title", "date_of_incident"],
  ...["incident_location", "incident_description", "incident_outcome", "dafw_num_away", "djtr_num_tr"],
  ...["type_of_incident", "date_of_birth", "date_of_hire", "sex"],
  ...["treatment_facility_type", "treatment_in_patient"],
  ...["time_started_work", "time_of_incident", "time_unknown"],
  ...["nar_before_incident", "nar_what_happened", "nar_injury_illness", "nar_object_substance"],
  "date_of_death",
];

/** A recordable case with what form 301 says of it. Null: not answered. */
export interface ReportedCase extends RecordableCase {
  /** Box 3, "1985-06-20". */
  readonly born: string | null;
  /** Box 4. */
  readonly hired: string | null;
  /** Box 5. */
  readonly sex: "M" | "F" | null;
  /** Box 8: whether they were treated in an emergency room. */
  readonly inEmergencyRoom: boolean | null;
  /** Box 9: whether they were hospitalized overnight as an in-patient. */
  readonly overnight: boolean | null;
  /** Box 12, "07:00" in 24 hours. */
  readonly startedWork: string | null;
  /** Box 13. */
  readonly time: string | null;
  /** Box 13: whether the time can’t be determined. */
  readonly isTimeUnknown: boolean;
  /** Box 14: what they were doing just before. */
  readonly before: string;
  /** Box 15. */
  readonly happened: string;
  /** Box 16. */
  readonly injury: string;
  /** Box 17: the object or substance that harmed them. */
  readonly object: string;
  /** Box 18. */
  readonly died: string | null;
}

/** The cases of an establishment. */
export interface CaseList {
  readonly establishment: Pick<Establishment, "name" | "year">;
  /** Those of other years are left out. */
  readonly cases: readonly ReportedCase[];
}

type TextField = "number" | "title" | "where" | "what" | "before" | "happened" | "injury" | "object";

const TEXTS: Readonly<Record<TextField, TextRule>> = {
  number: { name: "the case number", most: 100, isRequired: true, isMatched: true },
  title: { name: "the job title", most: 255, isRequired: true },
  where: { name: "where it happened", most: 255, isRequired: true },
  what: { name: "the description of the injury or illness", most: 255, isRequired: true },
  before: { name: "what the person was doing just before", most: null, isRequired: true },
  happened: { name: "what happened", most: null, isRequired: true },
  injury: { name: "the injury or illness", most: null, isRequired: true },
  object: { name: "the object or substance that harmed the person", most: null, isRequired: true },
};

/** The first year whose cases OSHA takes online. */
const FIRST_YEAR = 2023;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether a date is one, and in order with the date it happened. */
function checkDates({ date, born, hired, died, outcome }: ReportedCase, today: string, report: Report): void {
  if (readDate(date) === null || date > today)
    report.error("date", "Enter the date of the injury, or when the illness began.");
  const isBorn = born !== null && readDate(born) !== null;
  if (!isBorn) report.error("born", "Enter the date of birth.");
  else if (born >= date)
    report.error("born", "Check the date of birth: it isn’t before the injury or illness.");
  if (hired === null || readDate(hired) === null) report.error("hired", "Enter the date hired.");
  else if (hired > date) report.error("hired", "Check the date hired: it is after the injury or illness.");
  else if (isBorn && born < date && hired <= born)
    report.error("hired", "Check the date hired: it isn’t after the date of birth.");
  if (outcome !== "death") {
    if (died !== null) report.error("died", "Remove the date of death, or classify the case as a death.");
  } else if (died === null || readDate(died) === null || died > today)
    report.error("died", "Enter the date of death.");
  else if (died < date) report.error("died", "Check the date of death: it is before the injury or illness.");
}

function checkTimes({ startedWork, time, isTimeUnknown }: ReportedCase, report: Report): void {
  if (startedWork !== null && !TIME.test(startedWork))
    report.error("startedWork", "Enter when work began, such as 7:00 AM.");
  if (time === null) {
    if (!isTimeUnknown)
      report.error("time", "Enter the time it happened, or choose that it can’t be determined.");
  } else if (isTimeUnknown)
    report.error("time", "Remove the time, or the choice that it can’t be determined.");
  else if (!TIME.test(time)) report.error("time", "Enter the time it happened, such as 1:20 PM.");
}

function checkDays({ outcome, daysAway, daysRestricted }: ReportedCase, report: Report): void {
  for (const [field, days] of [["daysAway", daysAway] as const, ["daysRestricted", daysRestricted] as const])
    if (!isCount(days)) report.error(field, "Enter the days as a whole number, and 0 if there were none.");
  if (outcome === "days away" && daysAway < 1)
    report.error("daysAway", "A case with days away has at least 1. Enter the days, or change the outcome.");
  if (outcome === "restricted" && daysRestricted < 1)
    report.error(
      "daysRestricted",
      "A case with job transfer or restriction has at least 1 day of it. Enter the days, or change the outcome.",
    );
  if (outcome === "restricted" && daysAway > 0)
    report.error("outcome", "There were days away: choose “Days away from work” as the outcome.");
  if (outcome === "other" && daysAway + daysRestricted > 0)
    report.error("outcome", "There were days away or restricted: choose the outcome that goes with them.");
  if (outcome === "death" && daysAway + daysRestricted > 0)
    report.warn("outcome", "OSHA’s forms count no days of a death, so the file leaves them out.");
  else if (daysAway + daysRestricted > MOST_DAYS)
    report.warn(
      outcome === "restricted" ? "daysRestricted" : "daysAway",
      `OSHA’s forms count at most ${MOST_DAYS} days of a case, so the file says ${MOST_DAYS}.`,
    );
}

/** Parts of a name shorter than this are too often words. */
const SHORTEST_NAME = 3;

/** What looks like a phone number, a Social Security number, or an email address. */
const CONTACT = /\b\d{3}\)?[-. ]?\d{3}[-. ]\d{4}\b|\b\d{3}-\d{2}-\d{4}\b|\S@\S+\.\S/;

/** Warns of texts that say who the person is: OSHA publishes most of them. */
function checkPersonal(one: ReportedCase, report: Report): void {
  const words = (text: string) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const names = new Set(words(one.name).filter(({ length }) => length >= SHORTEST_NAME));
  for (const field of ["where", "what", "before", "happened", "injury", "object"] as const)
    if (words(one[field]).some((word) => names.has(word)))
      report.warn(field, "This may name the person. OSHA publishes it: write “the employee” instead.");
    else if (CONTACT.test(one[field]))
      report.warn(field, "This may have a phone number or the like. OSHA publishes it: leave that out.");
}

function checkCase(one: ReportedCase, today: string, report: Report): void {
  for (const field of Object.keys(TEXTS) as TextField[]) {
    const refused = refuseText(one[field], TEXTS[field]);
    if (refused !== null) report.error(field, refused);
  }
  checkDates(one, today, report);
  checkTimes(one, report);
  checkDays(one, report);
  checkPersonal(one, report);
  if (one.inEmergencyRoom === null)
    report.error("inEmergencyRoom", "Answer whether the person was treated in an emergency room.");
  if (one.overnight === null)
    report.error("overnight", "Answer whether the person was hospitalized overnight.");
  const { title, where, what, before, happened, injury, object } = one;
  warnOfSigns({ title, where, what, before, happened, injury, object }, report);
}

const bit = (value: boolean | null): string => (value === true ? "1" : "0");
const optionalDate = (date: string | null): string => (date === null ? "" : slashDate(date));
const optionalDays = (days: number | null): string => (days === null ? "" : String(days));

function rowOf({ name, year }: CaseList["establishment"], one: ReportedCase): string[] {
  const { away, restricted } = countedDays(one);
  return [
    ...[name, String(year), one.number, one.title, slashDate(one.date), one.where, one.what],
    ...[String(OUTCOMES.indexOf(one.outcome) + 1), optionalDays(away), optionalDays(restricted)],
    ...[String(one.type), optionalDate(one.born), optionalDate(one.hired), one.sex ?? ""],
    ...[bit(one.inEmergencyRoom), bit(one.overnight), one.startedWork ?? "", one.time ?? ""],
    ...[one.isTimeUnknown ? "1" : "", one.before, one.happened, one.injury, one.object],
    optionalDate(one.died),
  ];
}

/**
 * The file of forms 300 and 301, one line per case of each establishment’s year.
 * @param today "2027-02-10", where the business is
 */
export function casesFile(lists: readonly CaseList[], today: string): OshaFile {
  const { errors, warnings, of } = startReport();
  const rows = lists.flatMap(({ establishment, cases }) => {
    const place = of(establishment.name);
    const refused = refuseText(establishment.name, {
      ...{ name: "the establishment’s name", most: 100, isRequired: true, isMatched: true },
    });
    if (refused !== null) place.error("name", refused);
    checkYear(establishment.year, FIRST_YEAR, today, place);
    const numbers = new Set<string>();
    // A case without a date may belong to this year: it is an error, and not left out.
    const undated = cases.filter(
      ({ date }) => readDate(date) === null && !isOfYear(date, establishment.year),
    );
    return [...casesOf(establishment.year, cases), ...undated].map((one) => {
      const report = of(one.number);
      checkCase(one, today, report);
      const number = oneLine(one.number).toLowerCase();
      if (numbers.has(number)) report.error("number", "Another case of this year has this number.");
      numbers.add(number);
      return rowOf(establishment, one);
    });
  });
  return { errors, warnings, csv: errors.length > 0 ? null : csvOf([COLUMNS, ...rows]) };
}
