import { type SQL, sql } from "drizzle-orm";
import { LETTERS } from "#platform/names/folded.ts";

const [BEFORE, AFTER] = [
  "translate(replace(lower(regexp_replace(normalize(",
  `, NFKD), '[\u0300-\u036f''’‘ʼ\`´]', '', 'g')), 'ß', 'ss'), '${LETTERS.from}', '${LETTERS.to}')`,
] as const;

/** SQL text that folds an expression as `folded` does; for functions, which are created from text. */
export const foldedSource = (expression: string): string => BEFORE + expression + AFTER;

/** SQL that folds a column as `folded` does. Immutable, so it can be a generated column and indexed. */
export const foldedSql = (text: SQL): SQL => sql`${sql.raw(BEFORE)}${text}${sql.raw(AFTER)}`;

/** SQL condition: a folded column contains every word, anywhere. */
export const containsAll = (column: SQL, words: readonly string[]): SQL =>
  words.length
    ? sql.join(
        words.map((word) => sql`${column} like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
        sql` and `,
      )
    : sql`true`;
