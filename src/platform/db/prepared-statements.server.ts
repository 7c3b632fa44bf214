import type { Db } from "./database.server.ts";

const queries = new WeakMap<Db, Map<string, unknown>>();

/**
 * A query that is put together once per connection and read by the database once, for what is asked at nearly
 * every page: putting a small one together takes as long as sending it.
 * @param name of the statement, `feature.what`: one per query
 * @param prepare ends in `.prepare(name)`; what differs from time to time is a `sql.placeholder`
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
