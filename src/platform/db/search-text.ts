import { type SQL, sql } from "drizzle-orm";
import { LETTERS } from "#platform/names/folded.ts";

const [BEFORE, AFTER] = [
  "translate(replace(lower(regexp_replace(normalize(",
  `, NFKD), '[\u0300-\u036f''’‘ʼ\`´]', '', 'g')), 'ß', 'ss'), '${LETTERS.from}', '${LETTERS.to}')`,
] as const;

/** What `folded` does, around an expression, as SQL text: for functions, which are created from text. */
export const foldedSource = (expression: string): string => BEFORE + expression + AFTER;

/** What `folded` does, of a column: immutable, so that it can be generated and indexed. */
export const foldedSql = (text: SQL): SQL => sql`${sql.raw(BEFORE)}${text}${sql.raw(AFTER)}`;

/** Whether a folded column holds every word, wherever it stands. */
export const containsAll = (column: SQL, words: readonly string[]): SQL =>
  words.length
    ? sql.join(
        words.map((word) => sql`${column} like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
        sql` and `,
      )
    : sql`true`;
