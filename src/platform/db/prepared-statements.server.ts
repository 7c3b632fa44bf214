import type { Db } from "./database.server.ts";

const queries = new WeakMap<Db, Map<string, unknown>>();

/**
 * Builds a query once per connection and has the database parse it once. For queries of nearly every page:
 * building a small query costs as much as sending it.
 * @param name of the statement, `feature.what`, unique per query
 * @param prepare ends in `.prepare(name)`; values that vary are `sql.placeholder`s
 */
export function prepared<Query>(db: Db, name: string, prepare: (db: Db, name: string) => Query): Query {
  const own = queries.get(db) ?? new Map<string, unknown>();
  queries.set(db, own);
  const known = own.get(name) as Query | undefined;
  if (known) return known;
  const made = prepare(db, name);
  own.set(name, made);
  return made;
}
