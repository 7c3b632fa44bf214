import { type SQL, sql } from "drizzle-orm";
import { LETTERS } from "#platform/names/folded.ts";

/** What `folded` does, of a column: immutable, so that it can be generated and indexed. */
export const foldedSql = (text: SQL): SQL =>
  sql`translate(replace(lower(regexp_replace(normalize(${text}, NFKD), ${sql.raw("'[\u0300-\u036f''’‘ʼ`´]'")}, '', 'g')), 'ß', 'ss'), ${sql.raw(`'${LETTERS.from}'`)}, ${sql.raw(`'${LETTERS.to}'`)})`;

/** Whether a folded column holds every word, wherever it stands. */
export const holdsAll = (column: SQL, words: readonly string[]): SQL =>
  words.length
    ? sql.join(
        words.map((word) => sql`${column} like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
        sql` and `,
      )
    : sql`true`;
