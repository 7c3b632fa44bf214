import { getTableColumns } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** A row as PostgreSQL's to_jsonb writes it and json_populate_recordset reads it. */
export type JsonRow = Readonly<Record<string, unknown>>;

/**
 * Reads and writes a table's rows as the SQL functions of a sender pass them.
 * @returns `messageOf` leaves the claimer's key out: JSON has no integers that large, and the caller knows it
 */
export function rowsOf<Message, Table extends PgTable & { readonly claimedBy: PgColumn }>(table: Table) {
  const { claimedBy: _, ...columns } = getTableColumns(table) as Record<string, PgColumn>;
  const entries = Object.entries(columns);
  return {
    messageOf(row: JsonRow): Message {
      const values = entries.map(([key, column]) => {
        const value = row[column.name];
        return [key, value === null ? null : column.mapFromDriverValue(value)];
      });
      return Object.fromEntries(values) as Message;
    },
    jsonOf(row: Table["$inferInsert"]): JsonRow {
      const values = row as Readonly<Record<string, unknown>>;
      const json: Record<string, unknown> = {
        claimed_by: (values["claimedBy"] as bigint | null)?.toString(),
      };
      for (const [key, column] of entries) json[column.name] = values[key];
      return json;
    },
  };
}
