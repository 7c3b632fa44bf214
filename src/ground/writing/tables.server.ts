import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";

/**
 * What visitors asked the makers for and the library doesn't have yet, counted. It belongs to the
 * installation and says nothing about who asked.
 */
export const writingMisses = pgTable(
  "writing_misses",
  {
    /** See MISSES. */
    kind: text("kind").notNull(),
    /** The trade it was for; "general" if none was recognized. */
    trade: text("trade").notNull(),
    /** The stage of the lead; empty for a guide. */
    stage: text("stage").notNull(),
    /** What was asked for, in lower case. */
    words: text("words").notNull(),
    asked: integer("asked").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.trade, table.stage, table.words] }),
    index("writing_misses_newest").on(table.lastAt),
  ],
);
