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

/**
 * In lines. A table up to this height stays on one page, and a longer one doesn't leave a gap; one that is
 * filled in may leave it, since it's printed by itself.
 */
const SHORT_TABLE = { toRead: 20, toFillIn: 44 };
/** In characters. A list or a letter up to this length stays on one page. */
const SHORT_TEXT = 900;
/** Space around a row, in lines. */
const ROW_SPACE = 1.2;
/** In one line of a table as wide as the page. */
const LETTERS_IN_LINE = 100;

const isFilledIn = ({ rows }: WholeGuide["sections"][number]["table"]): boolean =>
  rows.some((row) => row.some((cell) => cell.trim() === "" || runsOf(cell).every((run) => "blank" in run)));

/** About how high a table is, in lines. */
function heightOf({ rows }: WholeGuide["sections"][number]["table"], weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const linesOf = (cell: string, at: number) =>
    Math.ceil(plainLine(cell).length / ((weights[at]! / all) * LETTERS_IN_LINE));
  return rows.reduce((sum, row) => sum + Math.max(1, ...row.map(linesOf)) + ROW_SPACE, 0);
}

/** The sections and the rest of a whole guide, as the template draws them. */
export const describeWhole = ({ opening, sections, askAfter, nextStep, sources }: WholeGuide) => ({
  whole: {
    opening: opening.paragraphs.map(runsOf),
    sections: sections.map(({ heading, isUrgent, paragraphs, points, isNumbered, table, letter, after }) => {
      const weights = weightsOf(table);
      return {
        heading,
        isUrgent: isUrgent ?? false,
        paragraphs: paragraphs.map(runsOf),
        points: points.map(runsOf),
        isNumbered,
        isShortList: points.join("").length <= SHORT_TEXT,
        columns: table.columns.map(runsOf),
        weights,
        rows: table.rows.map((row) => row.map(runsOf)),
        isShortTable: heightOf(table, weights) <= SHORT_TABLE[isFilledIn(table) ? "toFillIn" : "toRead"],
        letter: letter === "" ? [] : letter.split(/\n{2,}/).map(runsOf),
        isShortLetter: letter.length <= SHORT_TEXT,
        after: after.map(runsOf),
      };
    }),
    askAfter: Math.min(askAfter, sections.length),
    ask: nextStep.paragraphs.map(runsOf),
    sources,
  },
});
