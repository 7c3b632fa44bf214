import type { GuideAnswer } from "./guide-answer.ts";
import { withoutMarks } from "./lines.ts";

const MADE_UP = /\b(?:pretend|made[- ]up|make-believe|invented|imaginary|sample|examples?)\b/i;

/**
 * The lines of a guide's worked examples, without marks: of a table that is called one by its section or by a
 * column's heading, and what is said around that table.
 */
export function exampleLines({ sections }: Pick<GuideAnswer, "sections">): ReadonlySet<string> {
  return new Set(
    sections
      .flatMap(({ heading, paragraphs, table, after }) => {
        const from = paragraphs.findIndex((line) => MADE_UP.test(line));
        if (table.rows.length === 0) return [];
        if (from >= 0 || MADE_UP.test(heading))
          return [...paragraphs.slice(Math.max(0, from)), ...table.columns, ...table.rows.flat(), ...after];
        const columns = table.columns.map((column) => MADE_UP.test(column));
        return table.rows.flatMap((row) =>
          row.filter((_, at) => columns[at] === true || MADE_UP.test(row[0] ?? "")),
        );
      })
      .map(withoutMarks),
  );
}
