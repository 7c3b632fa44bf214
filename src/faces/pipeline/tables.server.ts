import { date, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";

/**
 * Weeks that a business was told of, or had nothing to be told of: a row is written with the mail, so there
 * is one.
 */
export const pipelineWeeklies = pgTable(
  "pipeline_weeklies",
  {
    accountId: accountId(),
    /** The Monday on which it is told, by the business's own calendar. */
    week: date("week", { mode: "string" }).notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.week] })],
);
