import type { WholeGuide } from "#ground/writing/public.server.ts";

/** Text of one style, or a blank to write on. */
export type Run =
  | { readonly text: string; readonly isBold: boolean }
  /** In characters of the text around it. */
  | { readonly blank: number };

/** A line's bold parts (`**so**`) and blanks (`____`). */
export function runsOf(line: string): Run[] {
  return line.split("**").flatMap((part, at) => {
    const isBold = at % 2 === 1;
    return part.split(/(_{3,})/).flatMap((piece): Run[] => {
      if (piece === "") return [];
      return /^_{3,}$/.test(piece) ? [{ blank: piece.length }] : [{ text: piece, isBold }];
    });
  });
}

/** A line without marks of bold text. */
export const plainLine = (line: string): string => line.replaceAll("**", "");

const LEAST_WEIGHT = 11;
const MOST_WEIGHT = 46;

/**
 * Shares of a table's width, by the length of what is in a column. One that the reader fills in gets as much
 * as its heading and blanks need, at least a pen's width.
 */
function weightsOf({ columns, rows }: WholeGuide["sections"][number]["table"]): number[] {
  return columns.map((column, at) => {
    const lengths = [column, ...rows.map((row) => row[at] ?? "")].map((cell) => plainLine(cell).length);
    const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    const longest = Math.max(...lengths);
    return Math.min(MOST_WEIGHT, Math.max(LEAST_WEIGHT, average, Math.min(longest, 14)));
  });
}

/** The sections and the rest of a whole guide, as the template draws them. */
export const describeWhole = ({ opening, sections, askAfter, nextStep, sources }: WholeGuide) => ({
  whole: {
    opening: opening.paragraphs.map(runsOf),
    sections: sections.map(({ heading, paragraphs, points, isNumbered, table, letter, after }) => ({
      heading,
      paragraphs: paragraphs.map(runsOf),
      points: points.map(runsOf),
      isNumbered,
      columns: table.columns.map(runsOf),
      weights: weightsOf(table),
      rows: table.rows.map((row) => row.map(runsOf)),
      letter: letter === "" ? [] : letter.split(/\n{2,}/).map(runsOf),
      after: after.map(runsOf),
    })),
    askAfter: Math.min(askAfter, sections.length),
    ask: nextStep.paragraphs.map(runsOf),
    sources,
  },
});
