import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** A column that names a lead by id. */
export interface PersonColumn {
  readonly table: PgTable;
  /** The property of the table. */
  readonly column: string;
}

const columns = new Map<string, PersonColumn>();

/**
 * Says that a column names leads. When two leads become one, its rows follow the one that stays, and an undo
 * brings them back. `checks/leads/merge-columns.test.ts` finds a column that no room declared.
 */
export function definePersonColumn<T extends PgTable>(
  table: T,
  column: keyof T["_"]["columns"] & string,
): void {
  columns.set(`${getTableName(table)}.${column}`, { table, column });
}

export const personColumns = (): readonly PersonColumn[] => [...columns.values()];
