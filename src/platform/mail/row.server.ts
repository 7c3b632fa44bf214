import { getTableColumns } from "drizzle-orm";
import type { MailMessage } from "./message.ts";
import { mailMessages } from "./tables.server.ts";

/** A row as PostgreSQL's to_jsonb writes it; what the functions in functions.sql return. */
export type JsonRow = Readonly<Record<string, unknown>>;

// The key is left out: JSON has no numbers that long, and who reads a message this way knows its claimer.
const { claimedBy: _, ...columns } = getTableColumns(mailMessages);
const COLUMNS = Object.entries(columns);

export function messageOfRow(row: JsonRow): MailMessage {
  const values = COLUMNS.map(([key, column]) => {
    const value = row[column.name];
    return [key, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(values) as MailMessage;
}
