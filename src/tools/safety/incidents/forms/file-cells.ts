import { csvLine } from "#platform/csv/csv.ts";

// What both files for OSHA have in common: their cells, and what is wrong before one may be downloaded.

/** Something that OSHA would reject or question. */
export interface Problem {
  /** Name of the establishment, or number of the case. */
  readonly of: string;
  /** Name of the property, so that a form can show the message beside its field. */
  readonly field: string;
  /** "Enter the city." */
  readonly message: string;
}

/** A file for OSHA, or why there is none. */
export interface OshaFile {
  /** What OSHA rejects. */
  readonly errors: readonly Problem[];
  /** What OSHA accepts but may question. */
  readonly warnings: readonly Problem[];
  /** UTF-8 without a byte order mark, which might end up in the first heading. Null if there are errors. */
  readonly csv: string | null;
}

/** Collects the problems of one establishment or case. */
export interface Report {
  error(field: string, message: string): void;
  warn(field: string, message: string): void;
}

/** Lists of problems, and a report for each establishment or case. */
export function startReport(): Omit<OshaFile, "csv"> & { of(what: string): Report } {
  const [errors, warnings]: [Problem[], Problem[]] = [[], []];
  const of = (what: string): Report => ({
    error: (field, message) => void errors.push({ of: what, field, message }),
    warn: (field, message) => void warnings.push({ of: what, field, message }),
  });
  return { errors, warnings, of };
}

/** A text on one line: OSHA’s documentation speaks of commas and quotes in a cell, not of line breaks. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** A file of rows of texts. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => csvLine(row.map(oneLine))).join("");

/** Whether the CSV writer puts an apostrophe before a text, so that no spreadsheet runs it as a formula. */
const isFormula = (text: string): boolean =>
  !text.startsWith("'") && csvLine([text]).replace(/^"/, "").startsWith("'");

/** Characters of a cell, with the apostrophe of a formula. */
const cellLength = (text: string): number => {
  const line = oneLine(text);
  return line.length + (isFormula(line) ? 1 : 0);
};

/** Limits of a text. */
export interface TextRule {
  /** "the city" */
  readonly name: string;
  /** Characters; null where OSHA’s documentation gives none that we know of. */
  readonly most: number | null;
  readonly isRequired: boolean;
  /** Whether OSHA compares it with its records, which an added apostrophe would spoil. */
  readonly isMatched?: boolean;
}

/** Why a text can’t be in the file. @returns null if it can */
export function refuseText(text: string, { name, most, isRequired, isMatched }: TextRule): string | null {
  const line = oneLine(text);
  if (line === "") return isRequired ? `Enter ${name}.` : null;
  if (isMatched && isFormula(line))
    return `Begin ${name} with a letter or a digit: spreadsheets read “${line.charAt(0)}” as a formula.`;
  const length = cellLength(line);
  return most === null || length <= most ? null : `Shorten ${name} to ${most} characters. It has ${length}.`;
}

const RARE = /[()~@#$%^*?/\\!]/g;

/**
 * Warns of the first field with signs that OSHA rejects in some columns. Vendors of other programs report it;
 * OSHA’s documentation doesn’t mention it.
 */
export function warnOfSigns(texts: Readonly<Record<string, string>>, report: Report): void {
  const fields = Object.entries(texts).filter(([, text]) => text.search(RARE) !== -1);
  const signs = new Set(fields.flatMap(([, text]) => text.match(RARE) ?? []));
  const field = fields[0]?.[0];
  if (field === undefined) return;
  report.warn(
    field,
    `OSHA’s website may reject ${[...signs].join(" ")} in a text. If it does, write words instead and download the file again.`,
  );
}

/** Whether a number is whole and not negative. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** "03/02/2026" of "2026-03-02" */
export const slashDate = (date: string): string =>
  `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

/**
 * Reports a year that OSHA can’t take, or that isn’t over.
 * @param first year that OSHA takes
 * @param today "2027-02-10"
 */
export function checkYear(year: number, first: number, today: string, report: Report): void {
  if (!Number.isInteger(year) || year < first || year > 9999)
    report.error("year", `Choose ${first} or a later year. OSHA doesn’t accept earlier ones online.`);
  else if (`${year}-12-31` >= today)
    report.error("year", `${year} isn’t over yet. OSHA’s files are for whole years.`);
}
