import { type Column, desc, type SQL, sql } from "drizzle-orm";
import type { After } from "./pages.ts";

interface Keys {
  readonly date: Column;
  readonly id: Column;
}

/** Newest first; the id decides between rows of one day. */
export const newestFirst = ({ date, id }: Keys): SQL[] => [desc(date), desc(id)];

/** SQL condition: rows behind `after`, in that order. Compared as a pair, so that an index finds them. */
export const isBehind = ({ date, id }: Keys, after: After | null): SQL | undefined =>
  after ? sql`(${date}, ${id}) < (${after.date}::date, ${after.id}::uuid)` : undefined;
