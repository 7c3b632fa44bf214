import { getTableColumns } from "drizzle-orm";
import type { TextMessage } from "../text.ts";
import { smsMessages } from "../tables.server.ts";

// Without the key: JSON has no integers that large, and the caller knows the claimer.
const { claimedBy: _, ...columns } = getTableColumns(smsMessages);

/** A row as PostgreSQL's to_jsonb writes it, which the functions in functions.sql return. */
export function textOfRow(row: Readonly<Record<string, unknown>>): TextMessage {
  const values = Object.entries(columns).map(([key, column]) => {
    const value = row[column.name];
    return [key, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(values) as TextMessage;
}
