import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId } from "#platform/db/columns.server.ts";

/** What was marked pass or fail: one row per answer. */
export const checklistsMarks = pgTable(
  "checklists_marks",
  {
    accountId: accountId(),
    /** The answer's record. */
    answer: uuid("answer").notNull(),
    run: uuid("run").notNull(),
    jobId: uuid("job_id").notNull(),
    /** What the run was started from: the key of one of our lists, or the id of the business's own. */
    list: text("list").notNull(),
    /** The item within its list. */
    item: text("item").notNull(),
    /** "2026-11", where the business is. */
    month: text("month").notNull(),
    failed: boolean("failed").notNull(),
    /** Who marked it last; null where the author has no account. */
    person: uuid("person"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.answer] }),
    index("checklists_marks_of_run").on(table.accountId, table.run),
    index("checklists_marks_failed")
      .on(table.accountId, table.list, table.item, table.month, table.person)
      .where(sql`failed`),
  ],
);

/** The marks of an item in a month, counted as they are saved: a year of lists has hundreds of thousands. */
export const checklistsTallies = pgTable(
  "checklists_tallies",
  {
    accountId: accountId(),
    list: text("list").notNull(),
    item: text("item").notNull(),
    month: text("month").notNull(),
    /** The list's name and the item in words, as they were marked last. */
    title: text("title").notNull(),
    words: text("words").notNull(),
    marked: integer("marked").notNull(),
    failed: integer("failed").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.list, table.item, table.month] })],
);
