import { CASES, type Column, SUMMARY } from "./dictionary.ts";

/** Cells of a line by the names of their columns. */
export type Cells = Readonly<Record<string, string>>;

/**
 * Reads RFC 4180 strictly: CRLF after each line, quotes only around a whole cell.
 * @throws Error where the text isn’t that
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found)
      throw new Error(`Not a CSV file at character ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] !== ",") {
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) throw new Error("The last line has no end.");
  return rows;
}

/** The other way round: every cell quoted. */
export const quoteCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")}\r\n`).join("");

/** Reads lines below headings that must be these columns, in this order. */
function readLines(text: string, columns: readonly Column[], problems: string[]): Cells[] {
  let rows: string[][];
  try {
    rows = parseCsv(text);
  } catch (error) {
    problems.push(String(error));
    return [];
  }
  const [headings = [], ...lines] = rows;
  if (headings.join() !== columns.map(({ name }) => name).join())
    problems.push(`headings: ${headings.join()}`);
  return lines.map((line, index) => {
    if (line.length !== columns.length) problems.push(`line ${index + 2}: ${line.length} cells`);
    return Object.fromEntries(columns.map(({ name }, at) => [name, line[at] ?? ""]));
  });
}

function checkCells(cells: Cells, columns: readonly Column[], report: (problem: string) => void): void {
  for (const { name, isRequired, most, pattern } of columns) {
    const value = cells[name]!;
    if (value === "" && isRequired) report(`${name} is empty`);
    if (value !== value.trim() || /[\r\n\t]/.test(value))
      report(`${name} has white space around it or in it`);
    if (most !== undefined && value.length > most) report(`${name} is too long`);
    if (value !== "" && pattern && !pattern.test(value)) report(`${name} is ${JSON.stringify(value)}`);
  }
}

const sum = (cells: Cells, names: readonly string[]): number =>
  names.reduce((total, name) => total + Number(cells[name]), 0);

/** The checks between columns of the summary, which OSHA’s documentation lists on its last page. */
function checkSums(cells: Cells, report: (problem: string) => void): void {
  const of = (name: string) => Number(cells[name]);
  const cases = sum(cells, ["total_deaths", "total_dafw_cases", "total_djtr_cases", "total_other_cases"]);
  const types = sum(cells, [
    ...["total_injuries", "total_skin_disorders", "total_respiratory_conditions"],
    ...["total_poisonings", "total_hearing_loss", "total_other_illnesses"],
  ]);
  const [H, I, K, L] = [
    ...[of("total_dafw_cases"), of("total_djtr_cases"), of("total_dafw_days"), of("total_djtr_days")],
  ] as [number, number, number, number];
  if (cases !== types) report(`${cases} cases by outcome, ${types} by type`);
  if (cells["no_injuries_illnesses"] !== (cases > 0 ? "1" : "2")) report("no_injuries_illnesses doesn’t fit");
  if (H > 0 !== K > 0) report(`${H} cases with ${K} days away`);
  if (K < H) report("fewer days away than cases with days away");
  if (I > 0 && L === 0) report("cases with transfer or restriction without days of it");
  if (L > 0 && H + I === 0) report("days of transfer or restriction without cases");
  if (of("total_hours_worked") / of("annual_average_employees") >= 8760) report("more hours than a year has");
}

/** What is wrong with a file of form 300A: "line 2: city is empty". Empty if OSHA would accept it. */
export function validateSummary(text: string): string[] {
  const problems: string[] = [];
  const names = new Set<string>();
  readLines(text, SUMMARY, problems).forEach((cells, index) => {
    const report = (problem: string) => void problems.push(`line ${index + 2}: ${problem}`);
    checkCells(cells, SUMMARY, report);
    checkSums(cells, report);
    const name = `${cells["establishment_name"]} ${cells["year_filing_for"]}`;
    if (names.has(name)) report("establishment_name isn’t unique");
    names.add(name);
  });
  return problems;
}

/** "2026-03-02" of "03/02/2026"; "" for a date that isn’t in the calendar. */
function isoDate(text: string): string {
  const [month = "", day = "", year = ""] = text.split("/");
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : "";
}

function checkCase(cells: Cells, report: (problem: string) => void): void {
  const dates = (["date_of_incident", "date_of_birth", "date_of_hire", "date_of_death"] as const).map(
    (name) => {
      const iso = isoDate(cells[name]!);
      if (cells[name] !== "" && iso === "") report(`${name} isn’t a date`);
      return iso;
    },
  );
  const [happened, born, hired, died] = dates as [string, string, string, string];
  if (cells["date_of_incident"]!.slice(6) !== cells["year_of_filing"])
    report("date_of_incident isn’t in the year");
  if (born >= happened) report("date_of_birth after the incident");
  if (hired > happened || hired <= born) report("date_of_hire out of order");
  const outcome = cells["incident_outcome"]!;
  if ((outcome === "1") !== (died !== "")) report("date_of_death doesn’t fit the outcome");
  if (died !== "" && died < happened) report("date_of_death before the incident");
  const [away, restricted] = [Number(cells["dafw_num_away"]), Number(cells["djtr_num_tr"])];
  if (away + restricted > 180) report("more than 180 days");
  if ((outcome === "2") !== away > 0) report("dafw_num_away doesn’t fit the outcome");
  if (outcome === "3" && restricted === 0) report("djtr_num_tr doesn’t fit the outcome");
  if ((outcome === "1" || outcome === "4") && restricted > 0) report("djtr_num_tr doesn’t fit the outcome");
  if ((cells["time_of_incident"] === "") !== (cells["time_unknown"] === "1"))
    report("neither or both of time_of_incident and time_unknown");
}

/** What is wrong with a file of forms 300 and 301. Empty if OSHA would accept it. */
export function validateCases(text: string): string[] {
  const problems: string[] = [];
  const numbers = new Set<string>();
  readLines(text, CASES, problems).forEach((cells, index) => {
    const report = (problem: string) => void problems.push(`line ${index + 2}: ${problem}`);
    checkCells(cells, CASES, report);
    checkCase(cells, report);
    const number = `${cells["establishment_name"]} ${cells["year_of_filing"]} ${cells["case_number"]}`;
    if (numbers.has(number)) report("case_number isn’t unique");
    numbers.add(number);
  });
  return problems;
}
