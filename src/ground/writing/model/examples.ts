import type { GuideAnswer } from "./guide-answer.ts";
import { withoutMarks } from "./lines.ts";

const MADE_UP = /\b(?:pretend|made[- ]up|make-believe|invented|imaginary|sample|examples?)\b/i;

/**
 * The lines of a guide's worked examples, without marks: of a list or table that is called one by its section
 * or by a column's heading, and what is said around it.
 */
export function exampleLines({ sections }: Pick<GuideAnswer, "sections">): ReadonlySet<string> {
  let goesOn = false;
  return new Set(
    sections
      .flatMap(({ heading, paragraphs, points, table, after }) => {
        const from = paragraphs.findIndex((line) => MADE_UP.test(line));
        goesOn = from >= 0 || MADE_UP.test(heading) || (goesOn && heading === "");
        if (goesOn && points.length + table.rows.length > 0)
          return [
            ...paragraphs.slice(Math.max(0, from)),
            ...[...points, ...table.columns, ...table.rows.flat(), ...after],
          ];
        const columns = table.columns.map((column) => MADE_UP.test(column));
        return table.rows.flatMap((row) =>
          row.filter((_, at) => columns[at] === true || MADE_UP.test(row[0] ?? "")),
        );
      })
      .map(withoutMarks),
  );
}
