import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";
import type { After } from "./pages.ts";

interface Keys {
  readonly date: Column;
  readonly id: Column;
}

/** By date, newest first unless asked otherwise; the id decides between rows of one day. */
export const byDate = ({ date, id }: Keys, oldestFirst = false): SQL[] =>
  oldestFirst ? [asc(date), asc(id)] : [desc(date), desc(id)];

/** SQL condition: rows behind `after`, in that order. Compared as a pair, so that an index finds them. */
export const isBehind = ({ date, id }: Keys, after: After | null, oldestFirst = false): SQL | undefined =>
  after
    ? sql`(${date}, ${id}) ${oldestFirst ? sql`>` : sql`<`} (${after.date}::date, ${after.id}::uuid)`
    : undefined;
