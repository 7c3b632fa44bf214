import { getTableColumns } from "drizzle-orm";
import type { MailMessage } from "../message.ts";
import { mailMessages } from "../tables.server.ts";

/** A row as PostgreSQL's to_jsonb writes it, which the functions in functions.sql return. */
export type JsonRow = Readonly<Record<string, unknown>>;

// Without the key: JSON has no integers that large, and the caller knows the claimer.
const { claimedBy: _, ...columns } = getTableColumns(mailMessages);
const COLUMNS = Object.entries(columns);

/** A row as PostgreSQL's json_populate_recordset reads it. */
export function jsonOfRow(row: typeof mailMessages.$inferInsert): JsonRow {
  const json: Record<string, unknown> = { claimed_by: row.claimedBy?.toString() };
  for (const [key, column] of COLUMNS) json[column.name] = row[key as keyof typeof row];
  return json;
}

export function messageOfRow(row: JsonRow): MailMessage {
  const values = COLUMNS.map(([key, column]) => {
    const value = row[column.name];
    return [key, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(values) as MailMessage;
}
