// What a spreadsheet takes for a formula when a cell begins with it. A number below zero is none: as text
// nobody could add it up.
const FORMULA = /^(?!-\d+(?:\.\d+)?$)[=+\-@＝＋－＠\t\r\n]/;

/**
 * One line of a CSV file (RFC 4180), its end included. A cell that a spreadsheet would run as a formula is
 * shown as text instead.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
