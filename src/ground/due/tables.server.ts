import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";

/** What one person must do: one row per kind, record and person. */
export const dueItems = pgTable(
  "due_items",
  {
    accountId: accountId(),
    /** A name that a tool registered with `defineDueKind`. */
    kind: text("kind").notNull(),
    /** What it is about, such as the day of a log. */
    record: uuid("record").notNull(),
    userId: uuid("user_id").notNull(),
    jobId: uuid("job_id").notNull(),
    dueAt: instant("due_at").notNull(),
    /** From then on it is neither shown nor reminded of. */
    endsAt: instant("ends_at").notNull(),
    /** Null while it is open. */
    doneAt: instant("done_at"),
    /** Written in the transaction that queues the email, so nobody is reminded twice. */
    remindedAt: instant("reminded_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.kind, table.record, table.userId] }),
    index("due_items_of_person")
      .on(table.accountId, table.userId, table.dueAt)
      .where(sql`done_at is null`),
    index("due_items_to_remind")
      .on(table.dueAt)
      .where(sql`done_at is null and reminded_at is null`),
  ],
);

export const dueTableRights = {
  // A guest's changes to their one job finish what they had to do.
  due_items: { read: "work.read", write: "work.write", ofJob: true },
} as const;
