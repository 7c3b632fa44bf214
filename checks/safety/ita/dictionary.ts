// What OSHA’s Injury Tracking Application (ITA) accepts, column by column, written from “Injury Tracking
// Application CSV Documentation” (as changed on 2023-10-17) and from OSHA’s two templates. The product’s
// writer isn’t used here, and doesn’t use this.

/** A column of a file. */
export interface Column {
  readonly name: string;
  readonly isRequired: boolean;
  /** Characters. */
  readonly most?: number;
  /** What a cell that isn’t empty looks like. */
  readonly pattern?: RegExp;
}

const text = (name: string, isRequired: boolean, most?: number, pattern?: RegExp): Column => ({
  name,
  isRequired,
  ...(most === undefined ? {} : { most }),
  ...(pattern === undefined ? {} : { pattern }),
});
const code = (name: string, pattern: RegExp): Column => ({ name, isRequired: true, pattern });
const count = (name: string): Column => code(name, /^\d+$/);
const date = (name: string, isRequired: boolean): Column => ({
  name,
  isRequired,
  pattern: /^\d\d\/\d\d\/\d{4}$/,
});
const time = (name: string): Column => ({ name, isRequired: false, pattern: /^([01]\d|2[0-3]):[0-5]\d$/ });

/** The file of form 300A. */
export const SUMMARY: readonly Column[] = [
  text("establishment_name", true, 100),
  code("ein", /^\d{9}$/),
  text("company_name", false, 100),
  text("street_address", true, 100, /^(?!.*\bP\.?\s*O\.?\s*Box\b)/i),
  text("city", true, 100),
  code("state", /^[A-Z]{2}$/),
  code("zip", /^(\d{5}|\d{9})$/),
  code("naics_code", /^\d{6}$/),
  text("industry_description", false, 300),
  code("size", /^(1|21|22|3)$/),
  code("establishment_type", /^[123]$/),
  code("year_filing_for", /^\d{4}$/),
  code("annual_average_employees", /^0*[1-9]\d*$/),
  code("total_hours_worked", /^0*[1-9]\d*$/),
  code("no_injuries_illnesses", /^[12]$/),
  count("total_deaths"),
  count("total_dafw_cases"),
  count("total_djtr_cases"),
  count("total_other_cases"),
  count("total_dafw_days"),
  count("total_djtr_days"),
  count("total_injuries"),
  count("total_skin_disorders"),
  count("total_respiratory_conditions"),
  count("total_poisonings"),
  count("total_hearing_loss"),
  count("total_other_illnesses"),
  text("change_reason", false, 100),
];

/** The file of forms 300 and 301. */
export const CASES: readonly Column[] = [
  text("establishment_name", true, 100),
  code("year_of_filing", /^\d{4}$/),
  text("case_number", true, 100),
  text("job_title", true, 255),
  date("date_of_incident", true),
  text("incident_location", true, 255),
  text("incident_description", true, 255),
  code("incident_outcome", /^[1-4]$/),
  { name: "dafw_num_away", isRequired: false, pattern: /^\d+$/ },
  { name: "djtr_num_tr", isRequired: false, pattern: /^\d+$/ },
  code("type_of_incident", /^[1-6]$/),
  date("date_of_birth", true),
  date("date_of_hire", true),
  { name: "sex", isRequired: false, pattern: /^[MF]$/ },
  code("treatment_facility_type", /^[01]$/),
  code("treatment_in_patient", /^[01]$/),
  time("time_started_work"),
  time("time_of_incident"),
  { name: "time_unknown", isRequired: false, pattern: /^1$/ },
  text("nar_before_incident", true),
  text("nar_what_happened", true),
  text("nar_injury_illness", true),
  text("nar_object_substance", true),
  date("date_of_death", false),
];
