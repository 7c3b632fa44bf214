// Beginnings of cells that a spreadsheet would run as a formula. Negative numbers are allowed: as text they
// could not be added up.
const FORMULA = /^(?!-\d+(?:\.\d+)?$)[=+\-@＝＋－＠\t\r\n]/;

/**
 * One line of a CSV file (RFC 4180), with its line ending. Cells that a spreadsheet would run as a formula
 * become text.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
